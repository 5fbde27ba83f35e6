import Store

/// The statements that turn one value into another, property by property.
struct StateChanges {
  private typealias Unspellable = SwiftSpeller.Unspellable

  private let speller: SwiftSpeller
  private(set) var statements: [SwiftSource] = []
  /// The shared values whose changes have a statement.
  private var asserted: Set<ObjectIdentifier> = []

  init(from old: Any, to new: Any, _ speller: SwiftSpeller) throws(SwiftSpeller.Unspellable) {
    self.speller = speller
    try compare(old, new, Path(text: "$0"))
  }

  /// An expression that can be assigned to.
  private struct Path {
    let text: String
    /// The path to the projected value (`$name`) if the property is declared with `@Presents`.
    var presentation: String?
    var isOptional = false

    /// The text to which the name of a property can be added.
    var base: String { isOptional ? "\(text)?" : text }
  }

  private mutating func compare(_ old: Any, _ new: Any, _ path: Path) throws(Unspellable) {
    if Self.areEqual(old, new) { return }
    var path = path
    if new is any AnyOptional { path.isOptional = true }
    if let oldValue = SwiftSpeller.unwrapped(old), let newValue = SwiftSpeller.unwrapped(new),
      type(of: oldValue) == type(of: newValue)
    {
      var changed = self
      let isChanged = try changed.change(oldValue, newValue, path)
      let added = changed.statements[statements.count...]
      // What a constant holds is written as the constant, unless one or two short statements change the old value.
      let isShort = added.count <= 2 && added.allSatisfy { $0.fits(SwiftSource.width - 6) }
      if isChanged, isShort || speller.constant(for: newValue, acceptsOptional: path.isOptional) == nil {
        return self = changed
      }
    }
    try assign(new, path)
  }

  // MARK: Changes in place

  /// Changes a value in place.
  ///
  /// - Returns: `false`, without any statement, if the value is better written as a whole.
  private mutating func change(_ old: Any, _ new: Any, _ path: Path) throws(Unspellable) -> Bool {
    switch (Structure(old), Structure(new)) {
    case (.properties(let old), .properties(let properties)):
      try change(old, properties, of: type(of: new), path.base)
    case (.identified(let old), .identified(let elements)): try change(old, elements, of: new, path.base)
    case (.stack(let old), .stack(let new)): try change(old, new, path.base)
    case (.array(let old), .array(let elements)): try change(old, elements, of: new, path.base)
    case (.dictionary(let old), .dictionary(let entries)) where new is any DictionaryReflecting:
      try change(old, entries, path.base)
    // Only a presented struct is changed in place; other cases are short enough to be written as a whole.
    case (.enumeration(let oldName, let old), .enumeration(let name, let arguments)) where new is any CasePathable:
      if let presentation = path.presentation, oldName == name, old.count == 1, arguments.count == 1,
        case .properties(let old) = Structure(old[0].value), case .properties(let new) = Structure(arguments[0].value)
      {
        try change(
          old,
          new,
          of: type(of: arguments[0].value),
          "\(presentation)[case: \\.\(SwiftSource.identifier(name))]?"
        )
      } else {
        false
      }
    default: false
    }
  }

  private mutating func change(
    _ old: [Structure.Property],
    _ new: [Structure.Property],
    of type: Any.Type,
    _ base: String
  ) throws(Unspellable) -> Bool {
    let fixed = speller.constantProperties(of: type)
    let changed = zip(old, new).filter { !Self.areEqual($0.value, $1.value) }
    // A value with another identity is written as a whole.
    if changed.contains(where: { fixed.contains($1.name) }) || old.count != new.count { return false }
    for (old, new) in changed { try compare(old, new, base) }
    return true
  }

  private mutating func compare(
    _ old: Structure.Property,
    _ new: Structure.Property,
    _ base: String
  ) throws(Unspellable) {
    guard let shared = new.shared else {
      let text = "\(base).\(SwiftSource.identifier(new.name))"
      return try compare(
        old.value,
        new.value,
        Path(text: text, presentation: new.isPresented ? "\(base).$\(new.name)" : nil)
      )
    }
    // What others share of a value changes with it, so one statement is enough, and what can only be read has none.
    if shared.isReader { return }
    if let source = shared.wholeSource, !asserted.insert(source).inserted { return }
    // The whole value, because other statements may be about parts of it.
    append("\(base).$\(new.name).withLock { $0 = ", .suffixed(try speller.source(of: new.value), " }"))
  }

  private mutating func change(
    _ old: [(id: AnyHashable, element: Any)],
    _ new: [(id: AnyHashable, element: Any)],
    of value: Any,
    _ base: String
  ) throws(Unspellable) -> Bool {
    let oldElements = Dictionary(old.map { ($0.id, $0.element) }) { $1 }
    let newIDs = new.map(\.id)
    let newSet = Set(newIDs)
    let removed = old.filter { !newSet.contains($0.id) }
    let kept = old.map(\.id).filter(newSet.contains)
    let added = new.filter { oldElements[$0.id] == nil }
    let isAppended = Array(newIDs.prefix(kept.count)) == kept
    let isInsertedFirst = Array(newIDs.suffix(kept.count)) == kept && added.count <= 3
    guard !kept.isEmpty, isAppended || isInsertedFirst, removed.count <= 3 else { return false }
    for element in removed { append("\(base).remove(id: \(try speller.source(of: element.id.base).line))") }
    for entry in new {
      guard let element = oldElements[entry.id], !Self.areEqual(element, entry.element) else { continue }
      let id = try speller.source(of: entry.id.base).line
      try compare(element, entry.element, Path(text: "\(base)[id: \(id)]", isOptional: true))
    }
    if isAppended {
      try append(added.map(\.element), of: value, base)
    } else {
      for element in added.reversed() {
        append("\(base).insert(", .suffixed(try speller.source(of: element.element), ", at: 0)"))
      }
    }
    return true
  }

  /// Stacks are compared by element ids, which a newly created stack would not keep.
  private mutating func change(
    _ old: Structure.Stack,
    _ new: Structure.Stack,
    _ base: String
  ) throws(Unspellable) -> Bool {
    let oldIDs = old.entries.map(\.id)
    let newIDs = new.entries.map(\.id)
    let kept = oldIDs.filter(newIDs.contains)
    let added = new.entries[kept.count...]
    // Elements are only ever pushed; if ids differ in another way, the stack was assigned as a whole.
    guard newIDs.starts(with: kept), added.allSatisfy({ $0.id.number >= old.nextID.number }) else { return false }
    if kept.isEmpty, !oldIDs.isEmpty {
      append("\(base).removeAll()")
    } else if oldIDs.starts(with: kept), kept.count < oldIDs.count {
      append("\(base).pop(from: \(oldIDs[kept.count].number))")
    } else {
      for id in oldIDs where !kept.contains(id) { append("\(base)[id: \(id.number)] = nil") }
    }
    for (id, element) in new.entries.prefix(kept.count) {
      guard let oldElement = old.entries.first(where: { $0.id == id })?.element, !Self.areEqual(oldElement, element)
      else { continue }
      try compare(oldElement, element, inStackAt: "\(base)[id: \(id.number)")
    }
    for (offset, entry) in added.enumerated() {
      let source = try speller.source(of: entry.element)
      if entry.id.number == old.nextID.number + offset {
        append("\(base).append(", .suffixed(source, ")"))
      } else {
        // Other elements were pushed and popped in between.
        append("\(base)[id: \(entry.id.number)] = ", source)
      }
    }
    return true
  }

  /// - Parameter path: The path to the element without the closing bracket.
  private mutating func compare(_ old: Any, _ new: Any, inStackAt path: String) throws(Unspellable) {
    if case .enumeration(let oldName, let oldArguments) = Structure(old), new is any CasePathable,
      case .enumeration(let name, let arguments) = Structure(new), name == oldName,
      arguments.count == 1, oldArguments.count == 1, case .properties = Structure(arguments[0].value)
    {
      let path = Path(text: "\(path), case: \\.\(SwiftSource.identifier(name))]", isOptional: true)
      return try compare(oldArguments[0].value, arguments[0].value, path)
    }
    try compare(old, new, Path(text: path + "]", isOptional: true))
  }

  private mutating func change(
    _ old: [Any],
    _ new: [Any],
    of value: Any,
    _ base: String
  ) throws(Unspellable) -> Bool {
    let changed = zip(old, new).enumerated().filter { !Self.areEqual($0.element.0, $0.element.1) }
    if old.count == new.count, changed.count * 2 <= new.count {
      for (index, pair) in changed { try compare(pair.0, pair.1, Path(text: "\(base)[\(index)]")) }
    } else if !old.isEmpty, new.count > old.count, changed.isEmpty {
      try append(Array(new[old.count...]), of: value, base)
    } else {
      return false
    }
    return true
  }

  private mutating func change(
    _ old: [(key: Any, value: Any)],
    _ new: [(key: Any, value: Any)],
    _ base: String
  ) throws(Unspellable) -> Bool {
    func indexed(_ entries: [(key: Any, value: Any)]) -> [AnyHashable: Any] {
      Dictionary(entries.compactMap { entry in (entry.key as? AnyHashable).map { ($0, entry.value) } }) { $1 }
    }
    let oldValues = indexed(old)
    let newValues = indexed(new)
    let keys = Set(oldValues.keys).union(newValues.keys).filter { key in
      switch (oldValues[key], newValues[key]) {
      case (let old?, let new?): !Self.areEqual(old, new)
      default: true
      }
    }
    // Assigning `nil` to an element of a dictionary removes it, so optional values can't be assigned one by one.
    let hasOptionals = newValues.values.contains { $0 is any AnyOptional }
    guard keys.count <= 3, !newValues.isEmpty, !hasOptionals else { return false }
    var assignments: [(target: String, value: Any?)] = []
    for key in keys { assignments.append(("\(base)[\(try speller.source(of: key.base).line)] = ", newValues[key])) }
    for (target, value) in assignments.sorted(by: { $0.target < $1.target }) {
      append(target, try value.map { value throws(Unspellable) in try speller.source(of: value) } ?? .text("nil"))
    }
    return true
  }

  // MARK: Statements

  private mutating func assign(_ value: Any, _ path: Path) throws(Unspellable) {
    // A struct with properties that its initializer does not set.
    if let (call, changes) = try speller.initializer(of: value), !changes.isEmpty {
      append("\(path.text) = ", call)
      for change in changes {
        try assign(change.value, Path(text: "\(path.base).\(change.path)", isOptional: change.value is any AnyOptional))
      }
    } else {
      append("\(path.text) = ", try speller.source(of: value, acceptsOptional: path.isOptional))
    }
  }

  private mutating func append(_ elements: [Any], of value: Any, _ base: String) throws(Unspellable) {
    guard let first = elements.first else { return }
    if elements.count == 1 { return append("\(base).append(", .suffixed(try speller.source(of: first), ")")) }
    let typed = (value as? any ElementList)?.typed(elements) ?? elements
    append("\(base).append(contentsOf: ", .suffixed(try speller.source(of: typed), ")"))
  }

  private mutating func append(_ prefix: String, _ source: SwiftSource = .text("")) {
    statements.append(.prefixed(prefix, source))
  }

  /// Compares with `==` if the type is `Equatable`, otherwise by description.
  private static func areEqual(_ old: Any, _ new: Any) -> Bool {
    func areEqual<Value: Equatable>(_ old: Value) -> Bool { (new as? Value).map { $0 == old } ?? false }
    if let old = old as? any Equatable { return areEqual(old) }
    return String(reflecting: old) == String(reflecting: new)
  }
}
