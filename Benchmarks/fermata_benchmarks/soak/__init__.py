"""Thousands of random changes to the graph under a playing daemon: does it crash, leak, or end with a wrong picture?"""
