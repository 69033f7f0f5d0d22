"""What a library of music costs beside MPD's database."""
