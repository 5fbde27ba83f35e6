import Store

/// The statements of a test that turn one state into another, property by property.
///
/// A value that can't be written as a Swift expression is taken from the recorded session.
struct StateChanges {
  private(set) var statements: [String] = []
  /// Whether the statements make the new state.
  private(set) var isComplete = true
  /// The shared values whose changes have a statement.
  private var asserted: Set<ObjectIdentifier> = []

  /// - Parameter recorded: The expression for the new state in the recorded session, if it has the state.
  init(from old: Any, to new: Any, recorded: String?) {
    isComplete = change(old, new, "$0", recorded)
  }

  /// Adds the statements for a value.
  ///
  /// - Parameters:
  ///   - path: The expression that is assigned to.
  ///   - recorded: The expression for the new value in the recorded session; `nil` where optional chaining gives it
  ///     another type.
  ///   - presentation: The projected value of a property that is declared with `@Presents`.
  /// - Returns: Whether the change can be written.
  private mutating func change(
    _ old: Any,
    _ new: Any,
    _ path: String,
    _ recorded: String?,
    presentation: String? = nil
  ) -> Bool {
    if areEqual(old, new) { return true }
    if let text = spelling(of: new), text.count <= 60 {
      statements.append("\(path) = \(text)")
      return true
    }
    var changed = self
    // With more statements, the whole value is easier to read.
    if changed.changeParts(old, new, path, recorded, presentation), changed.statements.count <= statements.count + 6 {
      self = changed
      return true
    }
    guard let recorded else { return false }
    statements.append("\(path) = \(recorded)")
    return true
  }

  private mutating func changeParts(
    _ old: Any,
    _ new: Any,
    _ path: String,
    _ recorded: String?,
    _ presentation: String?
  ) -> Bool {
    let (base, recorded) = new is any OptionalReflecting ? ("\(path)?", nil) : (path, recorded)
    guard let old = unwrapped(old), let new = unwrapped(new), type(of: old) == type(of: new) else { return false }
    if let old = old as? any IdentifiedElements, let elements = new as? any IdentifiedElements {
      return changeElements(old.identified, elements.identified, base, isStack: elements.areInStack)
    }
    if let presentation, let (name, oldValue, newValue) = Self.commonCase(old, new) {
      return changeProperties(oldValue, newValue, "\(presentation)[case: \\.\(name)]?", nil)
    }
    return Mirror(reflecting: new).displayStyle == .struct && changeProperties(old, new, base, recorded)
  }

  /// Returns the common case of two values, if its payload is a struct.
  private static func commonCase(_ old: Any, _ new: Any) -> (name: String, old: Any, new: Any)? {
    let (oldCase, newCase) = (Mirror(reflecting: old).children.first, Mirror(reflecting: new).children.first)
    guard new is any CasePathable, let oldCase, let newCase, let name = newCase.label, name == oldCase.label,
      name.isPlainIdentifier, Mirror(reflecting: newCase.value).displayStyle == .struct
    else { return nil }
    return (name, oldCase.value, newCase.value)
  }

  private mutating func changeProperties(_ old: Any, _ new: Any, _ base: String, _ recorded: String?) -> Bool {
    let variables = Dictionary(StoredProperties.variables(of: type(of: new)).map { ($0.name, $0.type) }) { $1 }
    let children = (old: Mirror(reflecting: old).children, new: Mirror(reflecting: new).children)
    // Macros store the property `name` in `_name`, and other values in `_$...`.
    let isObservable = children.new.contains { $0.label?.hasPrefix("_$") == true }
    for (old, new) in zip(children.old, children.new) {
      guard let label = new.label else { return false }
      if label.hasPrefix("_$") || areEqual(old.value, new.value) { continue }
      let name = label.hasPrefix("_") ? String(label.dropFirst()) : label
      guard let type = variables[label], name.isPlainIdentifier else { return false }
      let path = "\(base).\(name)"
      let part = recorded.map { "\($0).\(name)" }
      if let shared = new.value as? any SharedPart {
        // A value that can only be read has no statement. Neither has one that another property shares.
        if shared.isReader || shared.wholeSource.map({ !asserted.insert($0).inserted }) == true { continue }
        guard let value = spelling(of: shared.sharedValue) ?? part else { return false }
        statements.append("\(base).$\(name).withLock { $0 = \(value) }")
      } else if let old = old.value as? any PresentedValue, let new = new.value as? any PresentedValue {
        guard change(old.presented, new.presented, path, part, presentation: "\(base).$\(name)") else { return false }
      } else if name != label, !isObservable {
        // The property has another wrapper. What that keeps besides its value can't be assigned.
        guard let part, Self.wrapOtherValues(old.value, new.value) else { return false }
        statements.append("\(path) = \(part)")
      } else if type != Swift.type(of: new.value) {
        // A case with a leading dot would be looked up in the existential type.
        guard let part else { return false }
        statements.append("\(path) = \(part)")
      } else if !change(old.value, new.value, path, part) {
        return false
      }
    }
    return true
  }

  private static func wrapOtherValues(_ old: Any, _ new: Any) -> Bool {
    zip(Mirror(reflecting: old).children, Mirror(reflecting: new).children).allSatisfy { old, new in
      old.label?.hasSuffix("wrappedValue") == true || areEqual(old.value, new.value)
    }
  }

  /// Changes and removes elements one by one, if none was added or moved.
  private mutating func changeElements(
    _ old: [(id: AnyHashable, element: Any)],
    _ new: [(id: AnyHashable, element: Any)],
    _ base: String,
    isStack: Bool
  ) -> Bool {
    let ids = Set(new.map(\.id))
    guard !new.isEmpty, new.map(\.id) == old.map(\.id).filter(ids.contains) else { return false }
    let newElements = Dictionary(new.map { ($0.id, $0.element) }) { $1 }
    for (id, element) in old {
      guard let text = spelling(of: id.base) else { return false }
      guard let newElement = newElements[id] else {
        statements.append(isStack ? "\(base)[id: \(text)] = nil" : "\(base).remove(id: \(text))")
        continue
      }
      if isStack, let (name, old, new) = Self.commonCase(element, newElement), !areEqual(old, new) {
        guard changeProperties(old, new, "\(base)[id: \(text), case: \\.\(name)]?", nil) else { return false }
      } else if !change(element, newElement, "\(base)[id: \(text)]?", nil) {
        return false
      }
    }
    return true
  }
}

extension String {
  /// Whether a key path or a property can be written with this name and without backticks.
  var isPlainIdentifier: Bool {
    wholeMatch(of: #/[\p{L}_][\p{L}\p{N}_]*/#) != nil && !["init", "self", "Type", "Protocol"].contains(self)
  }
}

private func unwrapped(_ value: Any) -> Any? {
  guard let optional = value as? any OptionalReflecting else { return value }
  return optional.reflectedValue.flatMap(unwrapped)
}

/// A collection whose elements are found by their ids.
private protocol IdentifiedElements {
  var identified: [(id: AnyHashable, element: Any)] { get }
  var areInStack: Bool { get }
}

extension IdentifiedArray: IdentifiedElements {
  fileprivate var areInStack: Bool { false }
  fileprivate var identified: [(id: AnyHashable, element: Any)] { zip(ids, elements).map { (AnyHashable($0), $1) } }
}

extension StackState: IdentifiedElements {
  fileprivate var areInStack: Bool { true }
  fileprivate var identified: [(id: AnyHashable, element: Any)] { zip(ids, self).map { (AnyHashable($0), $1) } }
}

private protocol PresentedValue {
  var presented: Any { get }
}

extension PresentationState: PresentedValue {
  fileprivate var presented: Any { wrappedValue as Any }
}
