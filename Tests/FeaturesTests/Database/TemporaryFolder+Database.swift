import TestSupport

extension TemporaryFolder {
  /// The path of the folder's database.
  func path() -> String { path("test.sqlite") }
}
