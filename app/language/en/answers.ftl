# What a person answers out of what it remembers.

promised = You promised me: { $words }
