"""What is known of compiled code before it runs; code to code, for the engines."""
