import Dependencies
import Store
import StoreTrace

/// The features within a feature whose states are properties of its state.
struct FeatureTree {
  struct Node {
    let path: FeaturePath
    let reducer: any Reducer
    let state: Any
  }

  private(set) var nodes: [Node] = []

  /// Finds the features in a feature.
  init<Feature: Reducer>(_ feature: Feature, state: Feature.State) {
    nodes = [Node(path: FeaturePath(), reducer: feature, state: state)]
    collect(from: feature, state: state, path: FeaturePath(), depth: 0)
  }

  /// The feature at a path of properties.
  func node(_ name: String) -> Node? { nodes.first { $0.path.description == name } }

  /// The paths of the features in the root feature.
  var names: [String] { nodes.map(\.path.description).filter { !$0.isEmpty } }

  private mutating func collect(from reducer: any Reducer, state: Any, path: FeaturePath, depth: Int) {
    // A feature may contain itself.
    guard depth < 16, path.properties.count < 4 else { return }
    if let scope = reducer as? any PropertyScope {
      guard let (property, child) = scope.property(in: state), let name = scope.caseName else { return }
      let path = path.appending(property: property, case: name)
      guard node(path.description) == nil else { return }
      nodes.append(Node(path: path, reducer: scope.childReducer, state: child))
      return collect(from: scope.childReducer, state: child, path: path, depth: depth + 1)
    }
    if let body = Self.body(of: reducer) { collect(from: body, state: state, path: path, depth: depth + 1) }
    for child in Mirror(reflecting: reducer).children {
      // Follows the reducers that a reducer wraps. They have the same state, unlike the features that it presents.
      guard let part = child.value as? any Reducer, Self.isAbout(state, part) else { continue }
      collect(from: part, state: state, path: path, depth: depth + 1)
    }
  }

  private static func isAbout<R: Reducer>(_ state: Any, _ reducer: R) -> Bool { state is R.State }

  private static func body<R: Reducer>(of reducer: R) -> (any Reducer)? {
    R.Body.self is any Reducer.Type ? reducer.body as? any Reducer : nil
  }
}

/// A `Scope` whose types are not known here.
private protocol PropertyScope {
  /// The property that holds the child's state.
  func property(in state: Any) -> (name: String, value: Any)?
  var caseName: String? { get }
  var childReducer: any Reducer { get }
}

extension Scope: PropertyScope {
  fileprivate var childReducer: any Reducer {
    // Every scope has a child.
    (Mirror(reflecting: self).descendant("child") as? Child) ?? EmptyReducer<Child.State, Child.Action>() as any Reducer
  }

  fileprivate var caseName: String? {
    let path = Mirror(reflecting: self).descendant("childAction") as? CaseKeyPath<ParentAction, Child.Action>
    return path.flatMap { Mirror(reflecting: AnyCasePath($0)).descendant("name") as? String }
  }

  fileprivate func property(in state: Any) -> (name: String, value: Any)? {
    let properties = Mirror(reflecting: state).children.compactMap { child -> (name: String, value: Any)? in
      // Property wrappers and macros store `name` in `_name`.
      let value = (child.value as? any SharedPart)?.sharedValue ?? child.value
      guard let label = child.label, value is Child.State else { return nil }
      return (label.hasPrefix("_") ? String(label.dropFirst()) : label, value)
    }
    return properties.count > 1 ? properties.first { $0.name == caseName } : properties.first
  }
}
