// The worker keeps nothing yet.
