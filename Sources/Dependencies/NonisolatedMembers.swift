/// A type whose members are nonisolated by default, even in extensions in a module whose default isolation is the main
/// actor.
///
/// The compiler (Swift 6.2 and later) treats each protocol that inherits `SendableMetatype` in this way.
/// `@DependencyClient` and, but for features that are marked `@MainActor`, `@Reducer` add it. So clients and features
/// of such a module can be used on every actor.
public protocol NonisolatedMembers: SendableMetatype {
  /// The names of the parameters of each endpoint that has any, which `@DependencyClient` lists.
  static var _endpointLabels: [String: [String]] { get }
}

extension NonisolatedMembers {
  /// Empty: only clients have endpoints.
  public static var _endpointLabels: [String: [String]] { [:] }
}
