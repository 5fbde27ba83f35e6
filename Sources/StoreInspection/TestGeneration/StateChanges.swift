import Store

/// The statements that turn one value into another, property by property.
struct StateChanges {
  private let speller: SwiftSpeller
  private(set) var statements: [SwiftSource] = []
  /// The shared values whose changes have a statement.
  private var asserted: Set<ObjectIdentifier> = []

  /// - Parameter path: The expression that the statements use for the value.
  init(from old: Any, to new: Any, at path: String = "$0", _ speller: SwiftSpeller) throws(SwiftSpeller.Unspellable) {
    self.speller = speller
    try compare(old, new, Path(text: path))
  }

  private struct Path {
    var text: String
    /// The path to the projected value (`$name`) if the property is declared with `@Presents`.
    var presentation: String?

    func appending(_ property: Structure.Property) -> Path {
      Path(
        text: "\(text).\(SwiftSource.identifier(property.name))",
        presentation: property.isPresented ? "\(text).$\(property.name)" : nil
      )
    }

    func appending(_ text: String) -> Path { Path(text: self.text + text) }
  }

  private mutating func compare(_ old: Any, _ new: Any, _ path: Path) throws(SwiftSpeller.Unspellable) {
    if Self.areEqual(old, new) { return }
    let isOptional = new is any AnyOptional
    guard let oldValue = SwiftSpeller.unwrapped(old), let newValue = SwiftSpeller.unwrapped(new),
      type(of: oldValue) == type(of: newValue)
    else { return try assign(new, path) }
    let inner = isOptional ? Path(text: path.text + "?") : path
    // A value that a constant holds is best written as the constant, unless few short statements change the old value.
    if let name = speller.constant(for: newValue, acceptsOptional: isOptional) {
      var parts = self
      if !speller.prefersConstant(for: newValue, acceptsOptional: isOptional) {
        try parts.compareParts(oldValue, newValue, inner, whole: path, isOptional: isOptional)
        if parts.statements.count - statements.count <= 2, parts.isShorter(than: self) { return self = parts }
      }
      return append("\(path.text) = ", .text(name))
    }
    try compareParts(oldValue, newValue, inner, whole: path, isOptional: isOptional)
  }

  /// Whether each of the added statements fits on a line.
  private func isShorter(than other: Self) -> Bool {
    statements[other.statements.count...].allSatisfy { $0.fits(SwiftSource.width - 6) }
  }

  private mutating func compareParts(
    _ oldValue: Any,
    _ newValue: Any,
    _ inner: Path,
    whole path: Path,
    isOptional: Bool
  ) throws(SwiftSpeller.Unspellable) {
    switch (Structure(oldValue), Structure(newValue)) {
    case (.properties(let old), .properties(let new)) where Mirror(reflecting: newValue).displayStyle == .struct:
      try compare(old, new, of: newValue, inner, whole: path)
    case (.identified(let old), .identified(let new)):
      try compare(old, new, of: newValue, inner, whole: path)
    case (.stack(let old), .stack(let new)):
      try compare(old, new, of: newValue, inner, whole: path)
    case (.array(let old), .array(let new)):
      try compare(old, new, of: newValue, inner, whole: path)
    case (.dictionary(let old), .dictionary(let new)) where newValue is any DictionaryWithHashableKeys:
      try compare(old, new, of: newValue, inner, whole: path)
    case (.enumeration(let oldName, let old), .enumeration(let name, let new))
    where oldName == name && old.count == 1 && new.count == 1 && newValue is any CasePathable:
      try compare(old[0].value, new[0].value, ofCase: name, of: newValue, path)
    default:
      try assign(newValue, path, acceptsOptional: isOptional)
    }
  }

  // MARK: Structs

  private mutating func compare(
    _ old: [Structure.Property],
    _ new: [Structure.Property],
    of value: Any,
    _ path: Path,
    whole: Path
  ) throws(SwiftSpeller.Unspellable) {
    let fixed = speller.constantProperties(of: type(of: value))
    let changed = zip(old, new).filter { !Self.areEqual($0.value, $1.value) }
    // A value with another identity is written as a whole.
    if changed.contains(where: { fixed.contains($1.name) }) || old.count != new.count {
      return try assign(value, whole)
    }
    for (old, new) in changed { try compare(old, new, path) }
  }

  private mutating func compare(
    _ old: Structure.Property,
    _ new: Structure.Property,
    _ path: Path
  ) throws(SwiftSpeller.Unspellable) {
    guard let shared = new.shared else { return try compare(old.value, new.value, path.appending(new)) }
    // What others share of a value changes with it, so one statement is enough, and what can only be read has none.
    if shared.isReader { return }
    if let source = shared.wholeSource, !asserted.insert(source).inserted { return }
    // The whole value, because other statements may be about parts of it.
    append("\(path.text).$\(new.name).withLock { $0 = ", .suffixed(try speller.source(of: new.value), " }"))
  }

  // MARK: Enums

  private mutating func compare(
    _ old: Any,
    _ new: Any,
    ofCase name: String,
    of value: Any,
    _ path: Path
  ) throws(SwiftSpeller.Unspellable) {
    // Only a presented struct is changed in place; other cases are short enough to be written as a whole.
    guard let presentation = path.presentation, Mirror(reflecting: new).displayStyle == .struct else {
      return try assign(value, path)
    }
    let element = Path(text: "\(presentation)[case: \\.\(SwiftSource.identifier(name))]?")
    guard case .properties(let oldProperties) = Structure(old), case .properties(let newProperties) = Structure(new)
    else {
      return try assign(value, path)
    }
    let fixed = speller.constantProperties(of: type(of: new))
    let changed = zip(oldProperties, newProperties).filter { !Self.areEqual($0.value, $1.value) }
    if changed.contains(where: { fixed.contains($1.name) }) { return try assign(value, path) }
    for (old, new) in changed { try compare(old, new, element) }
  }

  // MARK: Collections

  private mutating func compare(
    _ old: [(id: AnyHashable, element: Any)],
    _ new: [(id: AnyHashable, element: Any)],
    of value: Any,
    _ path: Path,
    whole: Path
  ) throws(SwiftSpeller.Unspellable) {
    let oldIDs = old.map(\.id)
    let newIDs = new.map(\.id)
    let newSet = Set(newIDs)
    let oldSet = Set(oldIDs)
    let removed = old.filter { !newSet.contains($0.id) }
    let kept = oldIDs.filter(newSet.contains)
    let added = new.filter { !oldSet.contains($0.id) }
    let isAppended = Array(newIDs.prefix(kept.count)) == kept
    let isInsertedFirst = Array(newIDs.suffix(kept.count)) == kept && added.count <= 3
    guard !kept.isEmpty, isAppended || isInsertedFirst, removed.count <= 3 else { return try assign(value, whole) }
    for element in removed {
      append("\(path.text).remove(id: \(try speller.source(of: element.id.base).line))", .text(""))
    }
    let oldElements = Dictionary(old.map { ($0.id, $0.element) }) { $1 }
    for entry in new {
      guard let element = oldElements[entry.id], !Self.areEqual(element, entry.element) else { continue }
      let id = try speller.source(of: entry.id.base).line
      try compare(element, entry.element, elementPath: "\(path.text)[id: \(id)]")
    }
    if isAppended {
      try append(added.map(\.element), of: value, path)
    } else {
      for element in added.reversed() {
        append("\(path.text).insert(", .suffixed(try speller.source(of: element.element), ", at: 0)"))
      }
    }
  }

  /// Stacks are compared by element ids, which a newly created stack would not keep.
  private mutating func compare(
    _ old: Structure.Stack,
    _ new: Structure.Stack,
    of value: Any,
    _ path: Path,
    whole: Path
  ) throws(SwiftSpeller.Unspellable) {
    let oldIDs = old.entries.map(\.id)
    let newIDs = new.entries.map(\.id)
    let kept = oldIDs.filter(newIDs.contains)
    let added = new.entries[kept.count...]
    // Elements are only ever pushed; if ids differ in another way, the stack was assigned as a whole.
    guard newIDs.starts(with: kept), added.allSatisfy({ $0.id.number >= old.nextID.number }) else {
      return try assign(value, whole)
    }
    if kept.isEmpty, !oldIDs.isEmpty {
      append("\(path.text).removeAll()", .text(""))
    } else if oldIDs.starts(with: kept), kept.count < oldIDs.count {
      append("\(path.text).pop(from: \(oldIDs[kept.count].number))", .text(""))
    } else {
      for id in oldIDs where !kept.contains(id) { append("\(path.text)[id: \(id.number)] = ", .text("nil")) }
    }
    for (id, element) in new.entries.prefix(kept.count) {
      guard let oldElement = old.entries.first(where: { $0.id == id })?.element, !Self.areEqual(oldElement, element)
      else { continue }
      try compare(oldElement, element, stackElementPath: "\(path.text)[id: \(id.number)")
    }
    for (offset, entry) in added.enumerated() {
      let source = try speller.source(of: entry.element)
      if entry.id.number == old.nextID.number + offset {
        append("\(path.text).append(", .suffixed(source, ")"))
      } else {
        // Other elements were pushed and popped in between.
        append("\(path.text)[id: \(entry.id.number)] = ", source)
      }
    }
  }

  /// - Parameter path: The path to the element without the closing bracket.
  private mutating func compare(
    _ old: Any,
    _ new: Any,
    stackElementPath path: String
  ) throws(SwiftSpeller.Unspellable) {
    if case .enumeration(let oldName, let oldArguments) = Structure(old), new is any CasePathable,
      case .enumeration(let name, let arguments) = Structure(new), name == oldName,
      arguments.count == 1, oldArguments.count == 1, Mirror(reflecting: arguments[0].value).displayStyle == .struct
    {
      let path = "\(path), case: \\.\(SwiftSource.identifier(name))]"
      return try compareElement(oldArguments[0].value, arguments[0].value, elementPath: path)
    }
    try compareElement(old, new, elementPath: path + "]")
  }

  /// Compares elements of a collection by id. The subscript by id is optional.
  private mutating func compare(_ old: Any, _ new: Any, elementPath: String) throws(SwiftSpeller.Unspellable) {
    if let name = speller.constant(for: new) {
      var parts = self
      if !speller.prefersConstant(for: new, acceptsOptional: false) {
        try parts.compareElement(old, new, elementPath: elementPath)
        if parts.statements.count - statements.count <= 2, parts.isShorter(than: self) { return self = parts }
      }
      return append("\(elementPath) = ", .text(name))
    }
    try compareElement(old, new, elementPath: elementPath)
  }

  private mutating func compareElement(
    _ old: Any,
    _ new: Any,
    elementPath: String
  ) throws(SwiftSpeller.Unspellable) {
    guard case .properties(let oldProperties) = Structure(old), case .properties(let newProperties) = Structure(new),
      Mirror(reflecting: new).displayStyle == .struct
    else { return append("\(elementPath) = ", try speller.source(of: new)) }
    try compare(oldProperties, newProperties, of: new, Path(text: elementPath + "?"), whole: Path(text: elementPath))
  }

  private mutating func append(_ elements: [Any], of value: Any, _ path: Path) throws(SwiftSpeller.Unspellable) {
    guard let first = elements.first else { return }
    if elements.count == 1 {
      return append("\(path.text).append(", .suffixed(try speller.source(of: first), ")"))
    }
    let typed = (value as? any ElementArray)?.typed(elements) ?? (value as? any TypedArray)?.typed(elements) ?? elements
    append("\(path.text).append(contentsOf: ", .suffixed(try speller.source(of: typed), ")"))
  }

  private mutating func compare(
    _ old: [Any],
    _ new: [Any],
    of value: Any,
    _ path: Path,
    whole: Path
  ) throws(SwiftSpeller.Unspellable) {
    let changed = zip(old, new).enumerated().filter { !Self.areEqual($0.element.0, $0.element.1) }
    if old.count == new.count, changed.count * 2 <= new.count {
      for (index, pair) in changed { try compare(pair.0, pair.1, path.appending("[\(index)]")) }
    } else if !old.isEmpty, new.count > old.count, changed.isEmpty {
      try append(Array(new[old.count...]), of: value, path)
    } else {
      try assign(value, whole)
    }
  }

  private mutating func compare(
    _ old: [(key: Any, value: Any)],
    _ new: [(key: Any, value: Any)],
    of value: Any,
    _ path: Path,
    whole: Path
  ) throws(SwiftSpeller.Unspellable) {
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
    guard keys.count <= 3, !newValues.isEmpty, !hasOptionals else { return try assign(value, whole) }
    var assignments: [(String, SwiftSource)] = []
    for key in keys {
      let name = try speller.source(of: key.base).line
      assignments.append(
        (
          "\(path.text)[\(name)] = ",
          try newValues[key].map { value throws(SwiftSpeller.Unspellable) in
            try speller.source(of: value)
          } ?? .text("nil")
        )
      )
    }
    for (target, source) in assignments.sorted(by: { $0.0 < $1.0 }) { append(target, source) }
  }

  // MARK: Statements

  private mutating func assign(_ value: Any, _ path: Path, acceptsOptional: Bool? = nil) throws(SwiftSpeller
    .Unspellable)
  {
    // A struct with properties that its initializer does not set.
    if let (call, changes) = try speller.initializer(of: value), !changes.isEmpty {
      append("\(path.text) = ", call)
      let isOptional = acceptsOptional ?? (value is any AnyOptional) || path.text.hasSuffix("]")
      for change in changes {
        let target = "\(path.text)\(isOptional ? "?" : "").\(change.path)"
        if let (inner, rest) = try speller.initializer(of: change.value), !rest.isEmpty {
          append("\(target) = ", inner)
          let isOptional = change.value is any AnyOptional
          for change in rest {
            append("\(target)\(isOptional ? "?" : "").\(change.path) = ", try speller.source(of: change.value))
          }
        } else {
          append("\(target) = ", try speller.source(of: change.value))
        }
      }
      return
    }
    append("\(path.text) = ", try speller.source(of: value, acceptsOptional: acceptsOptional))
  }

  private mutating func append(_ prefix: String, _ source: SwiftSource) {
    statements.append(.prefixed(prefix, source))
  }

  /// Compares with `==` if the type is `Equatable`, otherwise by description.
  private static func areEqual(_ old: Any, _ new: Any) -> Bool {
    func areEqual<Value: Equatable>(_ old: Value) -> Bool { (new as? Value).map { $0 == old } ?? false }
    if let old = old as? any Equatable { return areEqual(old) }
    return String(reflecting: old) == String(reflecting: new)
  }
}

private protocol DictionaryWithHashableKeys {}
extension Dictionary: DictionaryWithHashableKeys {}

private protocol TypedArray {
  func typed(_ elements: [Any]) -> Any
}

extension Array: TypedArray {
  fileprivate func typed(_ elements: [Any]) -> Any { elements.compactMap { $0 as? Element } }
}

extension ElementArray {
  fileprivate func typed(_ elements: [Any]) -> Any { (elementArray as? any TypedArray)?.typed(elements) ?? elements }
}
