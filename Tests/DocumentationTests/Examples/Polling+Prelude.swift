enum Progress: Equatable, Sendable { case waiting, running, finished }
