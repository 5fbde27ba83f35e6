/// The type that case key paths begin and end at. Only key paths make values of it.
///
/// `CaseKeyPath<Root, Value>` is a key path from `Case<Root>` to `Case<Value>`. Dynamic members make the cases of a
/// ``CasePathable`` enum look like its properties, so that they nest: `\.child.row`.
@dynamicMemberLookup
public struct Case<Value>: Sendable {
  private let path: any CasePath<Value>

  /// The root of key paths to the cases of `Value`.
  public init() {
    path = RootCasePath<Value>()
  }

  fileprivate init(_ path: any CasePath<Value>) {
    self.path = path
  }

  /// The case that a key path leads to.
  public init<Root>(_ keyPath: CaseKeyPath<Root, Value>) {
    self = Case<Root>()[keyPath: keyPath]
  }

  /// Makes a case from two functions, for libraries that convert payloads on the way.
  ///
  /// - Parameters:
  ///   - embed: Returns the enum's value with a payload. Its type may be `Any`, like that of the result of `_embed`.
  ///   - extract: Returns the payload, or `nil` if the enum's value is in another case.
  public init<Root>(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    path = AnyCasePath(name: "self", embed: embed, extract: extract)
  }

  /// Returns the enum's value with a payload in this case.
  public func _embed(_ payload: Value) -> Any { path.enumValue(with: payload) }

  /// Returns the payload if an enum's value is in this case.
  public func _extract(from root: Any) -> Value? { path.payload(of: root) }

  /// Appends a case of an enum to the path.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member>>
  ) -> Case<Member>
  where Value: CasePathable {
    let path = Value.allCasePaths[keyPath: keyPath]
    return appending(path, name: ".\(path.name)")
  }

  /// Appends a case path that begins at this path's value.
  func appending<Member>(_ path: AnyCasePath<Value, Member>, name: @autoclosure () -> String) -> Case<Member> {
    Case<Member>(self.path.followed(by: path, name: name))
  }

  /// Returns the case path from `Root` to this case.
  func casePath<Root>(from root: Root.Type) -> AnyCasePath<Root, Value> {
    if let path = path.resolved() as? AnyCasePath<Root, Value> { return path }
    // A key path begins at `Case<Root>()`, and each step keeps the root, except for cases that are made from functions.
    return AnyCasePath<Root, Value>(
      name: "self",
      embed: { [path] payload in
        guard let root = path.enumValue(with: payload) as? Root else {
          preconditionFailure("A case key path that begins at 'Case<\(Root.self)>' must end at one of its cases.")
        }
        return root
      },
      extract: { [path] in path.payload(of: $0) }
    )
  }
}

/// A case path whose type does not name its root. With it ``Case`` does not need the root's type, and values are
/// embedded and extracted without conversion to `Any`.
private protocol CasePath<Value>: Sendable {
  associatedtype Value

  func followed<Member>(by path: AnyCasePath<Value, Member>, name: () -> String) -> any CasePath<Member>
  func resolved() -> any CasePath<Value>
  func payload(of root: Any) -> Value?
  func enumValue(with payload: Value) -> Any
  var description: String { get }
}

extension CasePath {
  func resolved() -> any CasePath<Value> { self }
  var description: String { "\\.self" }
}

extension AnyCasePath: CasePath {
  fileprivate func followed<Member>(
    by path: AnyCasePath<Value, Member>,
    name: () -> String
  ) -> any CasePath<Member> {
    appending(path)
  }

  fileprivate func payload(of root: Any) -> Value? {
    (root as? Root).flatMap(extract)
  }

  fileprivate func enumValue(with payload: Value) -> Any {
    embed(payload)
  }
}

/// A path without steps. The first step replaces it, so a path of one step costs no more than that step.
private struct RootCasePath<Value>: CasePath {
  func followed<Member>(by path: AnyCasePath<Value, Member>, name: () -> String) -> any CasePath<Member> {
    path
  }

  func resolved() -> any CasePath<Value> {
    AnyCasePath<Value, Value>()
  }

  func payload(of root: Any) -> Value? {
    root as? Value
  }

  func enumValue(with payload: Value) -> Any {
    payload
  }
}

/// A path that collects only the names of its steps.
private struct CasePathDescription<Value>: CasePath {
  var steps = ""
  var description: String { "\\" + (steps.isEmpty ? ".self" : steps) }

  func followed<Member>(by path: AnyCasePath<Value, Member>, name: () -> String) -> any CasePath<Member> {
    CasePathDescription<Member>(steps: steps + name())
  }

  func payload(of root: Any) -> Value? {
    nil
  }

  func enumValue(with payload: Value) -> Any {
    payload
  }
}

/// A ``Case`` with any type of value.
protocol AnyCase {
  static var describing: Self { get }
  var description: String { get }
  func matches(_ root: Any) -> Bool
  func anyPayload(of root: Any) -> Any?
  func embed<Root>(_ payload: Any, in root: Root.Type) -> Root?
}

extension Case: AnyCase {
  static var describing: Case { Case(CasePathDescription<Value>()) }

  var description: String { path.description }

  func matches(_ root: Any) -> Bool {
    path.payload(of: root) != nil
  }

  func anyPayload(of root: Any) -> Any? {
    path.payload(of: root).map { $0 as Any }
  }

  func embed<Root>(_ payload: Any, in root: Root.Type) -> Root? {
    guard let payload = payload as? Value else { return nil }
    return casePath(from: root).embed(payload)
  }
}

extension AnyKeyPath {
  /// A case key path as it is written in code, for messages: `\.child.row`. `nil` for other key paths.
  package var caseDescription: String? {
    func description(_ root: some AnyCase) -> String? {
      (root[keyPath: self] as? any AnyCase)?.description
    }
    return (Self.rootType as? any AnyCase.Type).flatMap { description($0.describing) }
  }
}
