import TestSupport

@testable import Features

extension TemporaryFolder {
  /// The path of the folder's database.
  func path() -> String { path("test.sqlite") }
}

extension Database {
  /// A file with the tables of the features.
  convenience init(path: String, busyTimeout: Int = 5_000) {
    self.init(path: path, schema: .features, busyTimeout: busyTimeout)
  }
}

// A value of the only table that takes any key.

extension Database {
  func setPreference(_ key: String, _ value: String) async throws {
    try await write { try $0.setPreference(key, value) }
  }

  func preference(_ key: String) async throws -> String? { try await read { try $0.preference(key) } }
}

extension DatabaseConnection {
  func setPreference(_ key: String, _ value: String) throws {
    try run("INSERT OR REPLACE INTO preferences VALUES (?, ?)", key, value)
  }

  func preference(_ key: String) throws -> String? {
    try firstRow("SELECT value FROM preferences WHERE key = ?", key) { try $0.read(0) }
  }
}
