"""The fastest of some rounds, as the measurements in Python take it."""

import time

ROUNDS = 5


def fastest(work):
    times = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return min(times)
