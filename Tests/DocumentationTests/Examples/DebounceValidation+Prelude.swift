enum Answer: Equatable, Sendable { case free, taken }
