"""The round of bench/kernel.ts in numpy, the usual way with packed patterns: weights are kept and multiplied, and what a
pattern of eight people costs or weighs goes through a table of 256. Arguments and result as reference.c."""
import json
import sys
import time

import numpy as np

CHECKED = 8


def mix(h):
    h &= 0xFFFFFFFF
    h ^= h >> 16
    h = h * 0x85EBCA6B & 0xFFFFFFFF
    h ^= h >> 13
    h = h * 0xC2B2AE35 & 0xFFFFFFFF
    return h ^ (h >> 16)


file, size, people, eta, C, rounds = sys.argv[1], *map(float, sys.argv[2:])
size, people, rounds = int(size), int(people), int(rounds)
groups = -(-people // 8)
sets = np.fromfile(file, dtype=np.uint8).reshape(2, groups, size)
answers = ((np.arange(256)[:, None] >> np.arange(8)) & 1).astype(float)
weights = np.full(size, 1 / size)
cost = np.zeros(8 * groups)
check = drawn = 0.0
best = float("inf")
for number in range(1, CHECKED + rounds + 1):
    started = time.process_time_ns()
    now = number & 1
    for group in range(groups):
        factors = np.exp(-eta * (answers @ cost[8 * group : 8 * group + 8]))
        weights *= factors.take(sets[1 - now, group])
    total = weights.sum()
    weights *= 1 / total
    sums = [np.bincount(sets[now, group], weights=weights, minlength=256) for group in range(groups)]
    chances = np.concatenate([s @ answers for s in sums])[:people]
    cumulative = np.cumsum(weights)
    rule = int(np.searchsorted(cumulative, mix(number * 77 + 5) / 2**32 * cumulative[-1], side="right"))
    drawn += rule
    for i in range(people):
        selected = sets[now, i // 8, rule] >> (i % 8) & 1
        no = mix(number * 64 + i + 999) & 1
        cost[i] = (1 / chances[i] if selected and no else 0) - 0.5 + (C / 2 if i == 0 else -C / 2 if i == 1 else 0)
    took = time.process_time_ns() - started
    if number == CHECKED:
        check = drawn + float(np.arange(1, people + 1) @ chances)
    elif number > CHECKED:
        best = min(best, took)
print(json.dumps({"nanoseconds": best, "check": check}))
