typealias State = Int
typealias Action = Int
