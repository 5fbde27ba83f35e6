import Dependencies

/// What this process has open, by the path of the file. Two connections to the same file would wait for each other.
final class OpenFiles<Value: Sendable>: Sendable {
  private let values = Locked<[String: Value]>([:])

  /// Returns what is open at a path, or opens it.
  func value(at path: String, open: () -> Value) -> Value {
    values.withLock { values in
      if let value = values[path] { return value }
      let value = open()
      values[path] = value
      return value
    }
  }
}
