import Dependencies

/// An object in states, actions and effects. Its `deinit` runs code of the feature wherever the framework happens to
/// release the object.
///
/// `@unchecked Sendable`: its properties are constants.
package final class Token: Equatable, @unchecked Sendable {
  private let record: RunRecord
  /// Called when the token is deinitialized.
  private let farewell: (@Sendable () -> Void)?

  init(record: RunRecord, farewell: (@Sendable () -> Void)?) {
    self.record = record
    self.farewell = farewell
    record.tokens.add(1)
  }

  deinit {
    farewell?()
    record.tokens.add(-1)
  }

  package static func == (left: Token, right: Token) -> Bool { left === right }
}
