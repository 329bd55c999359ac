#include "host/io/mapped_file.hpp"

#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <limits>
#include <mutex>

namespace qgpu::io {
namespace {

/// What the handler may look at: plain atomics that are never freed.
struct Slot {
  std::atomic<bool> taken{false};
  std::atomic<std::uintptr_t> begin{0};
  std::atomic<std::uintptr_t> end{0};  ///< 0: nothing mapped
  std::atomic<bool> damaged{false};
};
static_assert(std::atomic<std::uintptr_t>::is_always_lock_free);

constexpr std::size_t kSlots = 256;  // files mapped at once; one more is read instead
std::array<Slot, kSlots> slots;
struct sigaction previous_action;
std::uintptr_t page_size;

void fill_missing_page(int signal_number, siginfo_t* info, void* context) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  for (Slot& slot : slots) {
    if (address < slot.begin.load() || address >= slot.end.load()) continue;
    slot.damaged.store(true);
    // The bare system call: mmap itself is not on POSIX's list for handlers, and ThreadSanitizer would take it for a
    // write that races with whoever reads the page.
    const long page = ::syscall(SYS_mmap, address / page_size * page_size, page_size, PROT_READ,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (page != -1) return;
  }
  if ((previous_action.sa_flags & SA_SIGINFO) != 0) {
    previous_action.sa_sigaction(signal_number, info, context);
  } else if (previous_action.sa_handler != SIG_DFL && previous_action.sa_handler != SIG_IGN) {
    previous_action.sa_handler(signal_number);
  } else {
    ::signal(SIGBUS, SIG_DFL);  // the faulting instruction runs again and ends the program
  }
}

void install_handler() {
  static std::once_flag once;
  std::call_once(once, [] {
    page_size = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    struct sigaction action {};
    action.sa_sigaction = fill_missing_page;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    ::sigemptyset(&action.sa_mask);
    ::sigaction(SIGBUS, &action, &previous_action);
  });
}

}  // namespace

MappedFile::MappedFile(int file, std::uint64_t size) : size_(size) {
  if (size == 0 || size > std::numeric_limits<std::size_t>::max() / 2) return;
  install_handler();
  for (slot_ = 0; slot_ < kSlots && slots[slot_].taken.exchange(true); ++slot_) {
  }
  if (slot_ == kSlots) return;
  Slot& slot = slots[slot_];
  void* address = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
  if (address == MAP_FAILED) {
    slot.taken.store(false);
    return;
  }
  ::madvise(address, size, MADV_SEQUENTIAL);
  data_ = static_cast<const std::byte*>(address);
  slot.damaged.store(false);
  slot.begin.store(reinterpret_cast<std::uintptr_t>(address));
  // The last page belongs to the mapping as a whole.
  slot.end.store((reinterpret_cast<std::uintptr_t>(address) + size + page_size - 1) / page_size * page_size);
}

MappedFile::~MappedFile() {
  if (data_ == nullptr) return;
  Slot& slot = slots[slot_];
  slot.end.store(0);
  ::munmap(const_cast<std::byte*>(data_), size_);
  slot.taken.store(false);
}

void MappedFile::will_use(std::uint64_t bytes) const {
  const std::uint64_t before = used_.fetch_add(bytes, std::memory_order_relaxed);
  if (data_ != nullptr && before / kResidentBytes != (before + bytes) / kResidentBytes) {
    ::madvise(const_cast<std::byte*>(data_), size_, MADV_DONTNEED);
  }
}

bool MappedFile::is_damaged() const { return data_ != nullptr && slots[slot_].damaged.load(); }

}  // namespace qgpu::io
