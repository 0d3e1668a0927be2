"""Keeps linear algebra on one thread; numpy reads this when it is imported, so import this before."""

import os

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_name] = "1"
