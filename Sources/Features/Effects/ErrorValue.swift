/// An error as a value that a state can keep and an action can carry, which any other error can be turned into.
protocol ErrorValue: Error, Codable, Equatable {
  init(_ error: any Error)
}

extension APIError: ErrorValue {}
extension DatabaseError: ErrorValue {}
