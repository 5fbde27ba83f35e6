/// A type whose members are nonisolated by default, even in extensions in a module whose default isolation is the main
/// actor.
///
/// The compiler (Swift 6.2 and later) treats each protocol that inherits `SendableMetatype` in this way. The protocol
/// has no requirements. `@DependencyClient` adds it, and ``DependencyValues`` conforms to it, so clients and their
/// properties can be declared in such a module without further attributes.
public protocol NonisolatedMembers: SendableMetatype {}
