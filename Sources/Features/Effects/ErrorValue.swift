/// An error that can be stored in a state and sent in an action, and that any other error can be converted to.
protocol ErrorValue: Error, Codable, Equatable {
  init(_ error: any Error)
}

extension APIError: ErrorValue {}
extension DatabaseError: ErrorValue {}
