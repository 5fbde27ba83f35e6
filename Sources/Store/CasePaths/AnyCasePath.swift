/// A pair of functions that embeds a value in a case of an enum and extracts it again.
///
/// Case paths are for enums what key paths are for structs. ``CasePathable`` enums list them, and they are usually
/// named by a ``CaseKeyPath``; `AnyCasePath(\.child.row)` resolves such a key path once to two plain functions.
@dynamicMemberLookup
public struct AnyCasePath<Root, Value>: Sendable {
  @usableFromInline let name: String
  @usableFromInline let _embed: @Sendable (Value) -> Root
  @usableFromInline let _extract: @Sendable (Root) -> Value?

  /// Makes a case path from its two functions. `extract(embed(value))` has to be `value`, and `embed(extract(root))`
  /// has to be `root` whenever `extract` returns a value.
  ///
  /// - Parameter name: The name of the case in messages. If you leave it out in a property of a ``CasePathable`` enum's
  ///   `AllCasePaths`, it is the name of the property.
  @inlinable
  public init(
    name: String = #function,
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.name = name
    self._embed = embed
    self._extract = extract
  }

  /// The functions from which ``AnyCasePath/init(name:_:)`` makes a case path.
  public typealias Functions = (embed: (Value) -> Root, extract: (Root) -> Value?)

  /// Makes a case path from the functions that a type provides, as `@CasePathable` does. See ``CaseFunctions``.
  @inlinable
  public init<List: CaseFunctions>(name: String = #function, _ list: List.Type)
  where List.Root == Root, List.Value == Value {
    self.init(name: name, embed: { List.functions.embed($0) }, extract: { List.functions.extract($0) })
  }

  /// Resolves a case key path. This takes one key path access; the functions of the result then call those of the
  /// enum's ``CasePathable`` conformance directly.
  public init(_ keyPath: CaseKeyPath<Root, Value>) {
    self = Case<Root>()[keyPath: keyPath].casePath(from: Root.self)
  }

  /// Returns the enum's value with a payload in this case.
  @inlinable
  public func embed(_ value: Value) -> Root {
    _embed(value)
  }

  /// Returns the payload, or `nil` if the enum's value is in another case.
  @inlinable
  public func extract(from root: Root) -> Value? {
    _extract(root)
  }

  /// The path to a case of this path's payload.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member>>
  ) -> AnyCasePath<Root, Member>
  where Value: CasePathable {
    appending(Value.allCasePaths[keyPath: keyPath])
  }

  /// Returns the path from this path's root to a part of its payload.
  package func appending<Member>(_ path: AnyCasePath<Value, Member>) -> AnyCasePath<Root, Member> {
    AnyCasePath<Root, Member>(
      name: path.name,
      embed: { [embed = _embed] in embed(path._embed($0)) },
      extract: { [extract = _extract] in extract($0).flatMap(path._extract) }
    )
  }

  /// Changes the payload in place. Returns `nil` and changes nothing if the value is in another case.
  ///
  /// While `body` runs, nothing except its parameter refers to the payload, so its buffers are not copied.
  @inlinable
  package func modify<Failure: Error, Success>(
    _ root: inout Root,
    _ body: (inout Value) throws(Failure) -> Success
  ) throws(Failure) -> Success? {
    try CasePlace(embed: _embed, extract: _extract).modify(&root, body)
  }
}

extension AnyCasePath where Root == Value {
  /// The path from a value to itself.
  @inlinable
  public init() {
    self.init(name: "self", embed: { $0 }, extract: { $0 })
  }
}

extension AnyCasePath: CustomDebugStringConvertible {
  public var debugDescription: String {
    "AnyCasePath<\(Root.self), \(Value.self)>"
  }
}
