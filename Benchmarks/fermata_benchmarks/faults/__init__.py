"""What load and faults do to a stream that plays: whether a frame of it is lost, and what is left behind."""
