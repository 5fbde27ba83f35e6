@testable import Features

extension Database {
  /// A file with the tables of the features.
  convenience init(path: String, busyTimeout: Int = 5_000) {
    self.init(path: path, schema: .features, busyTimeout: busyTimeout)
  }
}
