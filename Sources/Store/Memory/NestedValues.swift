/// A value that ``NestedValues`` finds within other values, wherever it is stored.
package protocol NestedValue {}

/// A value that stores other values elsewhere in memory, such as a collection.
package protocol NestedValueContainer {
  /// The types of the values that are stored elsewhere in memory.
  static var nestedTypes: [Any.Type] { get }

  /// Calls a closure with the address of each of these values. The closure may change the value.
  mutating func modifyNested(_ body: NestedChange)
}

/// Changes a value of a type at its address.
package typealias NestedChange = (UnsafeMutableRawPointer, Any.Type) -> Void

/// Where values of a type contain nested values: in stored properties, in payloads of enums, in elements of
/// collections, and in the values within these.
///
/// Values in an object, an existential, a closure or the payload of an indirect case are left out, because other code
/// can refer to them too. Without reflection metadata (`-disable-reflection-metadata`) none are found.
///
/// `@unchecked Sendable`: it contains only types and numbers.
package struct NestedValues: @unchecked Sendable {
  private enum Part {
    case value(any NestedValue.Type)
    case container(any NestedValueContainer.Type)
    case payload(EnumPayloads)
  }

  private let parts: [(offset: Int, part: Part)]

  /// Returns the nested values of a type, or `nil` if it has none. The result is cached.
  package static func of(_ type: Any.Type) -> NestedValues? {
    known.value(for: type) { find(in: type) }
  }

  private static let known = TypeCache<NestedValues?>()

  private static func find(in type: Any.Type) -> NestedValues? {
    var parts: [(offset: Int, part: Part)] = []
    collectParts(of: type, from: 0, into: &parts)
    return parts.isEmpty ? nil : NestedValues(parts: parts)
  }

  /// Calls a closure with the address of each nested value.
  ///
  /// - Parameter pointer: The address of a value of this layout's type, which no other code accesses at the same time.
  package func forEach(
    in pointer: UnsafeMutableRawPointer,
    _ body: (UnsafeMutableRawPointer, any NestedValue.Type) -> Void
  ) {
    for (offset, part) in parts {
      let pointer = pointer + offset
      switch part {
      case .value(let type): body(pointer, type)
      case .container(let type): Self.forEach(in: pointer, of: type, body)
      case .payload(let payloads):
        payloads.withPayload(of: pointer) { tag, payload in
          if let payload, let type = payloads.cases[tag] { Self.of(type)?.forEach(in: payload, body) }
        }
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

  /// Returns whether values of a type can contain nested values. A type that contains itself is inspected once.
  private static func contains(_ type: Any.Type, _ seen: inout Set<ObjectIdentifier>) -> Bool {
    if type is any NestedValue.Type { return true }
    guard seen.insert(ObjectIdentifier(type)).inserted else { return false }
    if let container = type as? any NestedValueContainer.Type {
      return container.nestedTypes.contains { contains($0, &seen) }
    }
    if let payloads = payloads(of: type) { return payloads.cases.contains { $0.map { contains($0, &seen) } ?? false } }
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
    // Don't look into types of the standard library and Foundation.
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
    // Moved out, so that nothing else refers to its buffers while it is changed.
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
