import Store

/// The ids of the elements of the stacks in a value, which encodes them as arrays.
package struct StackIDs {
  package enum Part: Equatable {
    case member(String)
    case element(Int)
  }

  /// The ids of the value's own elements, if it is a stack.
  package private(set) var ids: [Int]?
  /// The parts of the value that have stacks in them.
  private let parts: [(part: Part, ids: StackIDs)]

  /// - Returns: `nil` if there is no stack.
  init?(_ ids: [StackElementID]?, parts: [(part: Part, ids: StackIDs)]) {
    guard ids != nil || !parts.isEmpty else { return nil }
    self.ids = ids?.map(\.number)
    self.parts = parts
  }

  package subscript(part: Part?) -> StackIDs? { parts.first { $0.part == part }?.ids }

  /// A line for each stack that has elements.
  ///
  /// - Parameter path: The path of the value.
  package func descriptions(at path: [ValuePath.Component] = []) -> [String] {
    var lines: [String] = []
    if let ids, !ids.isEmpty {
      let names = ids.map { "\($0)" }.joined(separator: ", ")
      let path = path.isEmpty ? "the state" : path.pathDescription
      lines.append("\(path) has the \(ids.count == 1 ? "id" : "ids") \(names)")
    }
    return lines + parts.flatMap { $0.ids.descriptions(at: path + [component($0.part)]) }
  }

  private func component(_ part: Part) -> ValuePath.Component {
    let kind: ValuePath.Kind =
      switch part {
      case .member(let name): name.isPathName ? .name(name) : .key(name)
      case .element(let index): ids.map { .id(JSONNode(.integer(Int64($0[index])), at: 0..<0)) } ?? .index(index)
      }
    return ValuePath.Component(kind: kind, range: 0..<0)
  }
}

extension StackElementID {
  /// The number that the id is written as.
  package var number: Int { Int(description.dropFirst()) ?? 0 }
}
