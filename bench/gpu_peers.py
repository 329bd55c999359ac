#!/usr/bin/env python3
"""What torch does on this GPU, beside a copy on it, in the form of `qgpu bench --table`.

    bench/gpu_peers.py [--mib 1024] [--samples 21]

Says so and ends with 0 where torch or its CUDA is missing. Every operation is timed by CUDA events, in turn with a copy
of the same tensor; the bytes are the floor that qgpu bench counts, so the shares of both can be compared.
"""
import argparse
import statistics

COLUMNS = 4096
BLOCK = 128


def operations(torch, values):
    """Name, granularity, bytes of the floor, work."""
    count = values.numel()
    low, high = torch.aminmax(values)
    scale = float((high - low) / 255)
    zero_point = int(-(low / scale).round())
    codes = torch.quantize_per_tensor(values, scale, zero_point, torch.quint8)
    blocks = values.view(-1, BLOCK)
    yield "ranges", "tensor", 4 * count, lambda: torch.aminmax(values)
    yield "ranges", "axis0", 4 * count, lambda: torch.aminmax(values, dim=1)
    yield "ranges", "last_axis", 4 * count, lambda: torch.aminmax(values, dim=0)
    yield "ranges", "block128", 4 * count, lambda: torch.aminmax(blocks, dim=1)
    yield "quantize", "tensor", 5 * count, lambda: torch.quantize_per_tensor(values, scale, zero_point, torch.quint8)
    for name, axis in (("axis0", 0), ("last_axis", 1)):
        groups = values.shape[axis]
        scales = torch.full((groups,), scale, dtype=torch.float64, device=values.device)
        zero_points = torch.full((groups,), zero_point, dtype=torch.int64, device=values.device)
        yield "quantize", name, 5 * count, lambda s=scales, z=zero_points, a=axis: torch.quantize_per_channel(
            values, s, z, a, torch.quint8)
    yield "dequantize", "tensor", 5 * count, lambda: codes.dequantize()
    yield "roundtrip", "tensor", 4 * count, lambda: (
        torch.fake_quantize_per_tensor_affine(values, scale, zero_point, 0, 255) - values).abs().max()


def seconds_of(torch, flush, work):
    begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    flush.zero_()
    begin.record()
    work()
    end.record()
    end.synchronize()
    return begin.elapsed_time(end) * 1e-3


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--mib", type=int, default=1024)
    options.add_argument("--samples", type=int, default=21)
    options = options.parse_args()
    try:
        import torch
    except ImportError:
        print("torch is not installed: no peers")
        return
    if not torch.cuda.is_available():
        print(f"torch {torch.__version__} has no CUDA device: no peers")
        return
    values = torch.randn(options.mib * (1 << 18) // COLUMNS, COLUMNS, device="cuda")
    target = torch.empty_like(values)
    flush = torch.empty(256 << 20, dtype=torch.uint8, device="cuda")
    print(f"torch {torch.__version__}, {torch.cuda.get_device_name()}, {options.mib} MiB\n")
    print(f"{'kernel':<16}{'granularity':<12}{'seconds':>10}{'GB/s':>10}{'of copy':>9}")
    for kernel, granularity, floor, work in operations(torch, values):
        times, shares = [], []
        for i in range(-2, options.samples):
            copied = seconds_of(torch, flush, lambda: target.copy_(values))
            worked = seconds_of(torch, flush, work)
            if i >= 0:
                times.append(worked)
                shares.append((floor / worked) / (8 * values.numel() / copied))
        seconds = statistics.median(times)
        print(f"{kernel:<16}{granularity:<12}{seconds:>10.6f}{floor / seconds * 1e-9:>10.1f}{statistics.median(shares):>9.2f}")


if __name__ == "__main__":
    main()
