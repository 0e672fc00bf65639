"""What goes on by itself: who is here, who is told, what is due, computers that think."""
