"""Portal-years: the real code in a made world, and what does not hold in it.

    python -m bench.simulation [--seed N] [--years N] [--shrink] [--verbose]

Does the years of the seeds from N on and prints each breach with the line that repeats it. The exit
code is 1 if there is one.
"""

from __future__ import annotations

import argparse
import sys
import time

from bench.simulation.run_year import run_year, shrink
from bench.simulation.year_plan import plan_year


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--years", type=int, default=1, help="how many years")
    parser.add_argument(
        "--shrink", action="store_true", help="find the fewest steps to each breach"
    )
    parser.add_argument("--verbose", action="store_true", help="what each step ended with")
    given = parser.parse_args()
    began, found = time.monotonic(), 0
    for seed in range(given.seed, given.seed + given.years):
        steps = plan_year(seed)
        breach = run_year(seed, steps, verbose=given.verbose)
        if breach is None:
            continue
        found += 1
        print(breach, flush=True)
        if given.shrink:
            shrunk = shrink(seed, steps, breach)
            for step in shrunk:
                print(f"    {step}", flush=True)
            print(run_year(seed, shrunk, verbose=given.verbose), flush=True)
    hours = (time.monotonic() - began) / 3600
    print(f"{given.years} years, {found} with a breach; {given.years / hours:.0f} years an hour")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
