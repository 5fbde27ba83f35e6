/// The differences between two JSON values by path, in a few lines that show people what an action did.
package struct JSONDifference {
  package struct Line: Equatable {
    package enum Mark: String {
      case changed = "~"
      case removed = "-"
      case added = "+"
    }

    package let mark: Mark
    package let text: String

    package init(mark: Mark, text: String) {
      self.mark = mark
      self.text = text
    }
  }

  /// The maximum number of added or removed elements of an array that are shown. The others are counted.
  static let elementLimit = 3
  /// The maximum number of lines.
  static let lineLimit = 40
  /// A longer change takes two lines.
  private static let width = 100

  package private(set) var lines: [Line] = []
  private var hiddenCount = 0

  package init(from old: JSONValue, to new: JSONValue) {
    compare(old, new, at: "")
    if hiddenCount > 0 { lines.append(Line(mark: .changed, text: "… \(hiddenCount) more changes")) }
  }

  /// The lines with their marks.
  package func text(indentation: Int) -> String {
    let margin = String(repeating: " ", count: indentation)
    guard !lines.isEmpty else { return margin + "no change" }
    return lines.map { "\(margin)\($0.mark.rawValue) \($0.text)" }.joined(separator: "\n")
  }

  private mutating func compare(_ old: JSONValue, _ new: JSONValue, at path: String) {
    switch (old, new) {
    case (.object(let oldMembers), .object(let newMembers)):
      // Two cases of an enum have nothing in common that could be compared.
      let areCases = oldMembers.count == 1 && newMembers.count == 1 && oldMembers[0].name != newMembers[0].name
      if areCases { replace(old, new, at: path) } else { compare(oldMembers, newMembers, at: path) }
    case (.array(let oldElements), .array(let newElements)):
      if let oldIDs = oldElements.identities, let newIDs = newElements.identities, oldIDs.count + newIDs.count > 0 {
        compare(oldElements, oldIDs, newElements, newIDs, at: path)
      } else {
        compare(oldElements, newElements, at: path)
      }
    default:
      if old != new { replace(old, new, at: path) }
    }
  }

  private mutating func compare(_ old: [JSONValue.Member], _ new: [JSONValue.Member], at path: String) {
    // Most objects keep their members, so no dictionary is needed to find them.
    if old.count == new.count, zip(old, new).allSatisfy({ $0.name == $1.name }) {
      for (old, member) in zip(old, new) where !old.value.isIdentical(to: member.value) {
        compare(old.value, member.value, at: path.appending(member: member.name, isOnly: new.count == 1))
      }
      return
    }
    let oldValues = Dictionary(old.map { ($0.name, $0.value) }) { $1 }
    let newNames = Set(new.map(\.name))
    for member in new {
      let value = oldValues[member.name]
      // Most of a state has not changed, and needs no path.
      if let value, value.isIdentical(to: member.value) { continue }
      let path = path.appending(member: member.name, isOnly: new.count == 1)
      if let value {
        compare(value, member.value, at: path)
      } else {
        add(.added, member.value, at: path)
      }
    }
    for member in old where !newNames.contains(member.name) {
      add(.removed, member.value, at: path.appending(member: member.name, isOnly: old.count == 1))
    }
  }

  /// Compares elements by their ids, regardless of their places.
  private mutating func compare(
    _ old: [JSONValue],
    _ oldIDs: [String],
    _ new: [JSONValue],
    _ newIDs: [String],
    at path: String
  ) {
    let oldElements = Dictionary(zip(oldIDs, old)) { $1 }
    let newSet = Set(newIDs)
    func items(_ ids: [String], _ elements: [JSONValue], where isShown: (String) -> Bool) -> [(String, JSONValue)] {
      zip(ids, elements).filter { isShown($0.0) }.map { ("\(path)[id: \($0.0)]", $0.1) }
    }
    add(.removed, items(oldIDs, old) { !newSet.contains($0) }, of: path)
    for (id, element) in zip(newIDs, new) {
      if let oldElement = oldElements[id], !oldElement.isIdentical(to: element) {
        compare(oldElement, element, at: "\(path)[id: \(id)]")
      }
    }
    add(.added, items(newIDs, new) { oldElements[$0] == nil }, of: path)
    if oldIDs.filter(newSet.contains) != newIDs.filter({ oldElements[$0] != nil }) {
      append(.changed, "\(path): in another order")
    }
  }

  /// Compares elements without ids by their index, between those that are the same at the start and at the end.
  private mutating func compare(_ old: [JSONValue], _ new: [JSONValue], at path: String) {
    let (start, end) = old.common(with: new)
    let common = min(old.count, new.count) - start - end
    for index in start..<start + common { compare(old[index], new[index], at: "\(path)[\(index)]") }
    func items(_ elements: [JSONValue]) -> [(String, JSONValue)] {
      (start + common..<elements.count - end).map { ("\(path)[\($0)]", elements[$0]) }
    }
    add(.removed, items(old), of: path)
    add(.added, items(new), of: path)
  }

  private mutating func replace(_ old: JSONValue, _ new: JSONValue, at path: String) {
    let text = "\(label(path))\(old) → \(new)"
    if text.utf8.count <= Self.width {
      append(.changed, text)
    } else {
      add(.removed, old, at: path)
      add(.added, new, at: path)
    }
  }

  private mutating func add(_ mark: Line.Mark, _ items: [(path: String, value: JSONValue)], of path: String) {
    let shown = items.count > Self.elementLimit + 1 ? items.prefix(Self.elementLimit) : items[...]
    for item in shown { add(mark, item.value, at: item.path) }
    if shown.count < items.count { append(mark, "… \(items.count - shown.count) more in \(path)") }
  }

  private mutating func add(_ mark: Line.Mark, _ value: JSONValue, at path: String) {
    append(mark, label(path) + value.description)
  }

  private mutating func append(_ mark: Line.Mark, _ text: String) {
    if lines.count < Self.lineLimit {
      lines.append(Line(mark: mark, text: text))
    } else {
      hiddenCount += 1
    }
  }

  private func label(_ path: String) -> String { path.isEmpty ? "" : "\(path): " }
}

extension [JSONValue] {
  /// The ids of all elements; `nil` unless each element has its own.
  fileprivate var identities: [String]? {
    let ids = compactMap { $0["id"]?.description }
    return ids.count == count && Set(ids).count == count ? ids : nil
  }
}

extension String {
  /// Appends a member to a path as scripts write it. The only value of a case needs no name.
  fileprivate func appending(member name: String, isOnly: Bool) -> String {
    if name == "_0", isOnly { return self }
    return name.isPathName ? (isEmpty ? name : "\(self).\(name)") : "\(self)[\(JSONValue.string(name))]"
  }
}
