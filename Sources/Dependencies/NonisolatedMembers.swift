/// A type whose members belong to no actor unless they say so, also those in extensions in a module whose default
/// isolation is the main actor.
///
/// That is what the compiler (Swift 6.2 and later) takes a protocol for that inherits `SendableMetatype`. It has no
/// requirements: `@DependencyClient` adds it, and ``DependencyValues`` conforms, so that clients and the properties that
/// lead to them can be declared there as everywhere.
public protocol NonisolatedMembers: SendableMetatype {}
