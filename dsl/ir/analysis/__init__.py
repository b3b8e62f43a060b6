"""What is known of a program before it is lowered: what can stop or fail, how far numbers move, what is written."""
