import Dependencies

/// A value that is looked for within other values, wherever it is stored.
package protocol NestedValue {}

/// A value that keeps others not in itself but in memory of its own, such as a collection.
package protocol NestedValueContainer {
  /// The types of the values that it keeps.
  static var nestedTypes: [Any.Type] { get }

  /// Hands the address of each of them to a closure, which may change what is there.
  mutating func modifyNested(_ body: NestedChange)
}

/// Changes a value of a type at its address.
package typealias NestedChange = (UnsafeMutableRawPointer, Any.Type) -> Void

/// Where values of a type have nested values: in stored properties, in payloads of enums, in elements of collections, and
/// in those within them.
///
/// What is in an object, an existential, a closure or the payload of an indirect case does not count: others refer to it
/// too. Where there are no descriptions of types (`-disable-reflection-metadata`) none is found.
///
/// `@unchecked Sendable`: all that it holds are types and numbers.
package struct NestedValues: @unchecked Sendable {
  private enum Part {
    case value(any NestedValue.Type)
    case container(any NestedValueContainer.Type)
    case payload(EnumPayloads)
  }

  private let parts: [(offset: Int, part: Part)]

  /// Nested values of a type; `nil` if there are none, which is known after the first time.
  package static func of(_ type: Any.Type) -> NestedValues? {
    let key = ObjectIdentifier(type)
    if let known = known.withLock({ $0[key] }) { return known.found }
    let found = find(in: type)
    known.withLock { $0[key] = Known(found: found) }
    return found
  }

  private struct Known {
    let found: NestedValues?
  }

  /// Looking at a type takes some microseconds. Types do not change.
  private static let known = Locked<[ObjectIdentifier: Known]>([:])

  private static func find(in type: Any.Type) -> NestedValues? {
    var seen: Set<ObjectIdentifier> = []
    guard contains(type, &seen) else { return nil }
    var parts: [(offset: Int, part: Part)] = []
    collectParts(of: type, from: 0, into: &parts)
    return NestedValues(parts: parts)
  }

  /// Hands the address of each nested value of a type to a closure.
  ///
  /// - Parameter pointer: The address of a value of the type that this was made for, which nobody else uses meanwhile.
  package func forEach(
    in pointer: UnsafeMutableRawPointer,
    _ body: (UnsafeMutableRawPointer, any NestedValue.Type) -> Void
  ) {
    for (offset, part) in parts {
      let pointer = pointer + offset
      switch part {
      case .value(let type): body(pointer, type)
      case .container(let type): Self.forEach(in: pointer, of: type, body)
      case .payload(let payloads): payloads.modify(pointer) { Self.of($1)?.forEach(in: $0, body) }
      }
    }
  }

  private static func forEach<Container: NestedValueContainer>(
    in pointer: UnsafeMutableRawPointer,
    of type: Container.Type,
    _ body: (UnsafeMutableRawPointer, any NestedValue.Type) -> Void
  ) {
    let layouts = type.nestedTypes.compactMap { type in Self.of(type).map { (type, $0) } }
    pointer.assumingMemoryBound(to: Container.self).pointee.modifyNested { element, type in
      layouts.first { $0.0 == type }?.1.forEach(in: element, body)
    }
  }

  // MARK: Looking at types

  /// Whether values of a type can have nested ones. A type that contains itself is looked at once.
  private static func contains(_ type: Any.Type, _ seen: inout Set<ObjectIdentifier>) -> Bool {
    if type is any NestedValue.Type { return true }
    guard seen.insert(ObjectIdentifier(type)).inserted else { return false }
    if let container = type as? any NestedValueContainer.Type {
      return container.nestedTypes.contains { contains($0, &seen) }
    }
    if let payloads = payloads(of: type) { return payloads.types.contains { contains($0, &seen) } }
    return properties(of: type).contains { contains($0.type, &seen) }
  }

  private static func collectParts(
    of type: Any.Type,
    from start: Int,
    into parts: inout [(offset: Int, part: Part)]
  ) {
    var seen: Set<ObjectIdentifier> = []
    guard contains(type, &seen) else { return }
    if let type = type as? any NestedValue.Type {
      parts.append((start, .value(type)))
    } else if let type = type as? any NestedValueContainer.Type {
      parts.append((start, .container(type)))
    } else if let payloads = payloads(of: type) {
      parts.append((start, .payload(payloads)))
    } else {
      for property in properties(of: type) {
        collectParts(of: property.type, from: start + property.offset, into: &parts)
      }
    }
  }

  static func payloads(of type: Any.Type) -> EnumPayloads? {
    _typeName(type, qualified: true).hasPrefix("Foundation") ? nil : EnumPayloads(type)
  }

  private static func properties(of type: Any.Type) -> [(offset: Int, type: Any.Type)] {
    // What the standard library and Foundation are made of is their business.
    isOfSystem(type) ? [] : StoredProperties.strong(of: type)
  }

  private static func isOfSystem(_ type: Any.Type) -> Bool {
    let name = _typeName(type, qualified: true)
    return name.hasPrefix("Swift.") || name.hasPrefix("Foundation")
  }
}

extension Optional: NestedValueContainer {
  package static var nestedTypes: [Any.Type] { [Wrapped.self] }

  package mutating func modifyNested(_ body: NestedChange) {
    guard var wrapped = self else { return }
    // It is moved out, so that nothing else refers to what it holds while it is changed.
    self = nil
    withUnsafeMutablePointer(to: &wrapped) { body(UnsafeMutableRawPointer($0), Wrapped.self) }
    self = wrapped
  }
}

extension Array: NestedValueContainer {
  package static var nestedTypes: [Any.Type] { [Element.self] }

  package mutating func modifyNested(_ body: NestedChange) {
    for index in indices {
      withUnsafeMutablePointer(to: &self[index]) { body(UnsafeMutableRawPointer($0), Element.self) }
    }
  }
}

extension Dictionary: NestedValueContainer {
  package static var nestedTypes: [Any.Type] { [Value.self] }

  package mutating func modifyNested(_ body: NestedChange) {
    for index in indices {
      withUnsafeMutablePointer(to: &values[index]) { body(UnsafeMutableRawPointer($0), Value.self) }
    }
  }
}
