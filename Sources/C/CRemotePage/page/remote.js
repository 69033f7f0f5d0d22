// The page does nothing yet.
