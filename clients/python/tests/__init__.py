"""Tests of the package: against a real daemon, and against one that sends what no Fermata sends."""
