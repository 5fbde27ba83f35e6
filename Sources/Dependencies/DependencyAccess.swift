/// What values are being read or changed for. Copies of ``DependencyValues`` carry it while that goes on, so that an
/// issue names the place in the source that matters and not the property in between.
@usableFromInline
final class DependencyAccess: Sendable {
  /// The `update` closure of a `withDependencies`. There, reading a client in order to replace one of its endpoints is
  /// no use of the client.
  static let update = DependencyAccess(nil, path: nil)

  /// Where the `@Dependency` that reads is declared.
  let location: IssueLocation?

  /// The key path that it reads through, if it does.
  private let path: (any Sendable & AnyObject)?

  @usableFromInline
  init(_ location: IssueLocation?, path: (any Sendable & AnyObject)?) {
    self.location = location
    self.path = path
  }

  /// How the dependency is written in the source, if it is read through a key path.
  var name: String? {
    // "\DependencyValues.date.now"
    path.map { "@Dependency(\("\($0)".replacing("DependencyValues", with: "", maxReplacements: 1)))" }
  }
}
