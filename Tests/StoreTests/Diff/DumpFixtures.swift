import Store

struct User: Equatable, Identifiable {
  var id: Int
  var name: String
}

struct Pair: Equatable {
  var driver: User
  var passenger: User
}

enum Shape: Equatable {
  case empty, circle(Double), label(text: String), box(Double, color: String)
  indirect case nested(Shape)
}

struct Email: Equatable {
  var subject: String
  var body: String
}

/// Values that are equal to no value, not even to themselves.
struct NeverEqual: Equatable {
  var value = 1

  static func == (first: NeverEqual, second: NeverEqual) -> Bool { false }
}

/// An object that may refer to itself, and is not `Equatable`.
final class Node {
  var value: Int
  var next: Node?
  var others: [Node] = []

  init(_ value: Int, next: Node? = nil) {
    self.value = value
    self.next = next
  }

  /// A chain with a node for each value. If `isRing`, the last node refers to the first.
  static func chain(_ values: some Collection<Int>, isRing: Bool = false) -> Node {
    let nodes = values.map { Node($0) }
    for (node, next) in zip(nodes, nodes.dropFirst()) { node.next = next }
    if isRing { nodes.last?.next = nodes.first }
    return nodes[0]
  }

  /// Unlinks the nodes of a long chain, so that releasing the chain needs no deep stack.
  func unlink() {
    var node: Node? = self
    while let current = node {
      node = current.next
      current.next = nil
    }
  }
}

class Animal { var legs = 4 }

final class Dog: Animal { var name = "Rex" }

@propertyWrapper struct Clamped: Equatable {
  var wrappedValue: Int
  var range = 0...10
}

struct Settings: Equatable {
  @Clamped var volume = 3
  var _hidden = true
}

struct Observed {
  var _count = 1
  var _$registrar = 2
}

final class LazyObject { lazy var total = 1 }

actor Counter { var count = 0 }

/// A type with the mirror of a dictionary.
struct OrderedPairs: CustomReflectable {
  var pairs: [(key: String, value: Int)]

  var customMirror: Mirror { Mirror(self, unlabeledChildren: pairs, displayStyle: .dictionary) }
}
