// The front page needs no script.
