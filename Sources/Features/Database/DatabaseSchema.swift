/// The tables of a database, as a list of migration steps. Step *n* leads from version *n* - 1 to version *n*, which
/// the file stores in `user_version`.
///
/// Each feature has a separate file with its steps. Never change a published step: append a new one.
struct DatabaseSchema: Sendable {
  /// The SQL script of each step.
  let steps: [StaticString]
  /// Identifies a file with these tables. By default one with what users have written ("STDB").
  var applicationID = 0x5354_4442
  /// Whether written data survives a power failure. Then writing takes longer.
  var isDurable = true

  /// The newest version.
  var version: Int { steps.count }
}
