"""What tests of Hellweg westfalicus need."""
