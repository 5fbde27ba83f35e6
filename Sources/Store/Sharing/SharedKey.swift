/// A place that shared values are kept in: a file, a database, a server.
///
/// ```swift
/// @Shared(.fileStorage(URL(filePath: "drafts.json"))) var drafts: [Draft] = []
/// ```
///
/// Give places that several features use a name and a default in one place:
///
/// ```swift
/// extension SharedKey where Self == InMemoryKey<Int>.Default {
///   static var count: Self { Self[.inMemory("count"), default: 0] }
/// }
///
/// @Shared(.count) var count
/// ```
public protocol SharedKey<Value>: SharedReaderKey {
  /// Keeps a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - context: Why it is kept.
  ///   - continuation: Is told the outcome, once, at any time and on any thread.
  func save(_ value: Value, context: SaveContext, continuation: SaveContinuation)
}

/// Why a value is saved.
public enum SaveContext: Hashable, Sendable {
  /// The value has changed. A key may put it off, so as to save several changes at once.
  case didSet
  /// The program has asked for it, with ``Shared/save()``: at once, and whatever is there.
  case userInitiated
}
