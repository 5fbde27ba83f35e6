extension TraceRecord {
  /// That observers were told of changes.
  package struct Notification: Equatable, Sendable {
    /// The values that they had read: `State.query`. Computed values and elements have their type for a name.
    package var values: [String]
    /// The number of values, including those that are not listed.
    package var count: Int
  }
}

extension TraceRecord.Notification {
  /// A thousand rows can change at a time.
  private static let limit = 20

  init(_ keyPaths: [AnyKeyPath]) {
    var values: [String] = []
    for keyPath in keyPaths where values.count < Self.limit {
      let text = Self.text(keyPath)
      if !values.contains(text) { values.append(text) }
    }
    self.init(values: values, count: keyPaths.count)
  }

  /// The key path as in source, without the backslash.
  private static func text(_ keyPath: AnyKeyPath) -> String {
    let text = String(reflecting: keyPath).drop { $0 == "\\" }
    // The address of a computed value differs with each run.
    return String(text).replacing(/<computed 0x[0-9a-f]+ \((.*?)\)>/) { "<\($0.1)>" }
  }
}
