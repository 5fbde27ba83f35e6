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
  /// The maximum width of a change on one line. A longer one takes two lines.
  private static let width = 100

  package private(set) var lines: [Line] = []
  private var hiddenCount = 0

  package init(from old: JSONValue, to new: JSONValue) {
    self.init(JSONChange(from: old, to: new))
  }

  /// - Parameter change: The change; `nil` if there is none.
  package init(_ change: JSONChange?) {
    if let change { show(change, at: "") }
    if hiddenCount > 0 { lines.append(Line(mark: .changed, text: "… \(hiddenCount) more changes")) }
  }

  /// Returns the lines with the marks for added, removed and changed values.
  package func text(indentation: Int) -> String {
    let margin = String(repeating: " ", count: indentation)
    guard !lines.isEmpty else { return margin + "no change" }
    return lines.map { "\(margin)\($0.mark.rawValue) \($0.text)" }.joined(separator: "\n")
  }

  private mutating func show(_ change: JSONChange, at path: String) {
    switch change {
    case .added(let value): add(.added, value, at: path)
    case .removed(let value): add(.removed, value, at: path)
    case .replaced(let old, let new): replace(old, new, at: path)
    case .members(let members):
      for (name, change) in members.changes {
        let isOnly = (change.isRemoval ? members.old : members.new).count == 1
        show(change, at: path.appending(member: name, isOnly: isOnly))
      }
    case .elements(let elements): show(elements, at: path)
    }
  }

  private mutating func show(_ elements: JSONChange.Elements, at path: String) {
    // An id names an element only if no other element has the same id.
    let ids = elements.haveIDs ? elements.old.ids.flatMap { old in elements.new.ids.map { (old: old, new: $0) } } : nil
    let removed = elements.removed.map { index in
      (ids.map { "\(path)[id: \($0.old[index])]" } ?? "\(path)[\(index)]", elements.old[index])
    }
    let places = elements.changes.map { index, change in
      (path: ids.map { "\(path)[id: \($0.new[index])]" } ?? "\(path)[\(index)]", index: index, change: change)
    }
    if elements.haveIDs { add(.removed, removed, of: path) }
    for place in places where !place.change.isAddition { show(place.change, at: place.path) }
    if !elements.haveIDs { add(.removed, removed, of: path) }
    add(.added, places.filter(\.change.isAddition).map { ($0.path, elements.new[$0.index]) }, of: path)
    if elements.moves?.isEmpty != true { append(.changed, "\(path): in another order") }
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
  /// The ids of all elements as text; `nil` unless each element has its own.
  fileprivate var ids: [String]? {
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
