/// The root and the value of case key paths. Values of it are made by key paths alone.
///
/// `CaseKeyPath<Root, Value>` is a key path from `Case<Root>` to `Case<Value>`. Dynamic members make the cases of a
/// ``CasePathable`` enum look like its properties, so that they nest: `\.child.row`.
@dynamicMemberLookup
public struct Case<Value>: Sendable {
  private let path: any CasePath<Value>

  /// The beginning of a key path to the cases of `Value`.
  init() {
    path = RootCasePath<Value>()
  }

  fileprivate init(_ path: any CasePath<Value>) {
    self.path = path
  }

  /// Goes on to a case of an enum.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member>>
  ) -> Case<Member>
  where Value: CasePathable {
    appending(Value.allCasePaths[keyPath: keyPath])
  }

  /// Goes on to a part of the value that a case path leads to.
  func appending<Member>(_ path: AnyCasePath<Value, Member>) -> Case<Member> {
    Case<Member>(self.path.followed(by: path))
  }

  /// The case path that led here from `Root`.
  func path<Root>(from root: Root.Type) -> AnyCasePath<Root, Value> {
    guard let path = path.resolved() as? AnyCasePath<Root, Value> else {
      // A case is reached by key paths from `Case<Root>()` alone, and each step keeps the root.
      preconditionFailure("A case key path that begins at 'Case<\(Root.self)>' must end at one of its cases.")
    }
    return path
  }
}

/// A case path that remembers its root although its type does not say so. This is what lets ``Case`` be free of the
/// root's type without going through `Any` whenever a value is embedded or extracted.
private protocol CasePath<Value>: Sendable {
  associatedtype Value

  func followed<Member>(by path: AnyCasePath<Value, Member>) -> any CasePath<Member>
  func resolved() -> any CasePath<Value>
  func matches(_ root: Any) -> Bool
}

extension AnyCasePath: CasePath {
  fileprivate func followed<Member>(by path: AnyCasePath<Value, Member>) -> any CasePath<Member> {
    appending(path)
  }

  fileprivate func resolved() -> any CasePath<Value> {
    self
  }

  fileprivate func matches(_ root: Any) -> Bool {
    (root as? Root).flatMap(extract) != nil
  }
}

/// The path of no steps. The first step replaces it, so that a path of one step costs no more than the step itself.
private struct RootCasePath<Value>: CasePath {
  func followed<Member>(by path: AnyCasePath<Value, Member>) -> any CasePath<Member> {
    path
  }

  func resolved() -> any CasePath<Value> {
    AnyCasePath<Value, Value>()
  }

  func matches(_ root: Any) -> Bool {
    root is Value
  }
}

/// Any ``Case``, of which it can be asked whether a value is in it.
protocol CaseMatching {
  func matches(_ root: Any) -> Bool
}

extension Case: CaseMatching {
  func matches(_ root: Any) -> Bool {
    path.matches(root)
  }
}
