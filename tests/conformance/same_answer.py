#!/usr/bin/env python3
"""same_answer.py A.json B.json: the same answer but for what says where it was computed."""
import json
import sys

WHERE = {"device", "device_name", "fallback_reason"}


def main():
    a, b = (json.load(open(name)) for name in sys.argv[1:3])
    differing = [key for key in {**a, **b} if key not in WHERE and a.get(key) != b.get(key)]
    for key in differing:
        print(f"{key}: {a.get(key)} in {sys.argv[1]}, {b.get(key)} in {sys.argv[2]}")
    return 1 if differing else 0


sys.exit(main())
