import Dependencies

/// The open files of this process by path. Each is opened once, because two connections to a file would wait for each
/// other.
final class OpenFiles<Value: Sendable>: Sendable {
  private let values = Locked<[String: Value]>([:])

  /// Returns the value of the open file at a path, or opens the file.
  func value(at path: String, open: () -> Value) -> Value {
    values.withLock { values in
      if let value = values[path] { return value }
      let value = open()
      values[path] = value
      return value
    }
  }

  /// Removes and returns the values of all open files.
  func removeAll() -> [Value] {
    values.withLock { values in
      defer { values = [:] }
      return Array(values.values)
    }
  }
}
