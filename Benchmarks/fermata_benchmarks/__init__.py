"""Side-by-side measurements of Fermata and its peers on a private sound system."""
