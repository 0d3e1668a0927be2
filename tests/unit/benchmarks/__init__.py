"""Benchmarks are run by hand, seldom: here each is run at its smallest, so that it still can be."""
