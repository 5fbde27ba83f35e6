/// A place that shared values are saved to and loaded from: a file, a database, a server.
///
/// ```swift
/// @Shared(.fileStorage(URL(filePath: "drafts.json"))) var drafts: [Draft] = []
/// ```
///
/// If several features use a place, declare its name and its default once:
///
/// ```swift
/// extension SharedKey where Self == InMemoryKey<Int>.Default {
///   static var count: Self { Self[.inMemory("count"), default: 0] }
/// }
///
/// @Shared(.count) var count
/// ```
public protocol SharedKey<Value>: SharedReaderKey {
  /// Saves a value. It is called on one thread at a time. What the program changes meanwhile is saved after it.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - context: The reason why it is saved.
  ///   - continuation: Receives the result, exactly once, at any time and on any thread.
  func save(_ value: Value, context: SaveContext, continuation: SaveContinuation)
}

/// The reason why a value is saved.
public enum SaveContext: Hashable, Sendable {
  /// The value has changed. A key may delay saving, in order to save several changes together.
  case didSet
  /// The program has called ``Shared/save()``: the key saves at once, whatever the place contains.
  case userInitiated
}
