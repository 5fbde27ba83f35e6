import Dependencies

/// Something that states, actions and effects carry, and that tells when it goes: that is when code of a feature runs at a
/// place that the framework did not choose.
///
/// `@unchecked Sendable`: its variable is set before anybody else has the token.
package final class Token: Equatable, @unchecked Sendable {
  private let record: RunRecord
  /// What happens when the token goes.
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
