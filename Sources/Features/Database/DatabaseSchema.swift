/// The tables of a database, as a list of migration steps. Step *n* leads from version *n* - 1 to version *n*, which the
/// file stores in `user_version`.
///
/// Each feature has its steps in a file of its own. Never change a published step: append a new one.
struct DatabaseSchema: Sendable {
  /// Identifies a file of this program ("STDB").
  static let applicationID = 0x5354_4442

  /// The SQL script of each step.
  let steps: [StaticString]

  /// The newest version.
  var version: Int { steps.count }
}
