#pragma once
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace qgpu::cpu {

/// Buffers that windows under way borrow, so that there are as many as windows and not as threads.
template <class Buffer>
class BufferPool {
 public:
  class Lease {
   public:
    Lease(BufferPool& pool, std::unique_ptr<Buffer> buffer) : pool_(pool), buffer_(std::move(buffer)) {}
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    ~Lease() { pool_.give_back(std::move(buffer_)); }
    Buffer& operator*() const { return *buffer_; }
    Buffer* operator->() const { return buffer_.get(); }

   private:
    BufferPool& pool_;
    std::unique_ptr<Buffer> buffer_;
  };

  Lease borrow() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return {*this, std::make_unique<Buffer>()};
    std::unique_ptr<Buffer> buffer = std::move(idle_.back());
    idle_.pop_back();
    return {*this, std::move(buffer)};
  }

 private:
  void give_back(std::unique_ptr<Buffer> buffer) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(buffer));
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<Buffer>> idle_;
};

}  // namespace qgpu::cpu
