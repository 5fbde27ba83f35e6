/// Who reads a dependency: the `@Dependency` that the values were handed to.
@usableFromInline
final class DependencyRead: Sendable {
  let location: IssueLocation
  let path: (any AnyKeyPath & Sendable)?

  init(location: IssueLocation, path: (any AnyKeyPath & Sendable)?) {
    self.location = location
    self.path = path
  }

  /// How the dependency is written in the source, if it is read through a key path.
  var name: String? {
    path.map { path in
      // "\DependencyValues.date.now"
      "@Dependency(\("\(path)".replacing("DependencyValues", with: "", maxReplacements: 1)))"
    }
  }

  @usableFromInline
  func note<Value>(_ value: Value) {}
}
