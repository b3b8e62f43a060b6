"""A game in progress: decisions, history, views, reasons, log, saved games, replays."""
