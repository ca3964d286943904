"""How far Krippendorff's alpha of two categories scatters, by simulation; beside crates/core/src/certify/plan.rs.

    python3 benches/alpha_plan.py
"""

import numpy as np


def alpha(ones, people):
    """Nominal alpha of items with `people` ratings each, `ones` of which are the rarer category."""
    n = ones.size * people
    observed = np.mean(2 * ones * (people - ones) / (people * (people - 1)))
    k = ones.sum()
    expected = 2 * k * (n - k) / (n * (n - 1))
    return 1 - observed / expected if expected else np.nan


if __name__ == "__main__":
    random = np.random.default_rng(1)
    for people, share, true in [(2, 0.1, 0.6), (3, 0.1, 0.6), (5, 0.3, 0.8)]:
        size = (1 - true) / true
        p = random.beta(share * size, (1 - share) * size, size=(4_000, 500))
        found = [alpha(row, people) for row in random.binomial(people, p)]
        print(people, share, true, "mean", np.nanmean(found), "sd", np.nanstd(found))
