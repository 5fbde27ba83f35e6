/// The tables of a database, as a list of migration steps. Step *n* leads from version *n* - 1 to version *n*, which
/// the file stores in `user_version`.
///
/// Each feature has its steps in a file of its own. Never change a published step: append a new one.
struct DatabaseSchema: Sendable {
  /// The SQL script of each step.
  let steps: [StaticString]
  /// Identifies a file with these tables. By default one with what users have written ("STDB").
  var applicationID = 0x5354_4442
  /// Whether what is written survives a power failure. Writing takes longer then.
  var isDurable = true

  /// The newest version.
  var version: Int { steps.count }
}
