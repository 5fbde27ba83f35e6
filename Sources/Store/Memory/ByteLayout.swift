import Foundation

/// The bytes that determine the value of a type: all except the padding between stored properties, and the bytes that a
/// case of an enum does not use.
///
/// `@unchecked Sendable`: it contains only types and numbers.
struct ByteLayout: @unchecked Sendable {
  private enum Part {
    case bytes(Int)
    /// The layouts of the payloads are indexed by the number of their case.
    case enumeration(EnumPayloads, size: Int, [ByteLayout])
  }

  private var parts: [(offset: Int, part: Part)]

  /// The layout of a type; `nil` if its values can change, or behave differently, while their bytes stay the same.
  static func of(_ type: Any.Type) -> ByteLayout? {
    known.value(for: type) {
      var seen: Set<ObjectIdentifier> = []
      return layout(of: type, &seen)
    }
  }

  private static let known = TypeCache<ByteLayout?>()

  /// Whether the bytes at two addresses represent the same value. Both are addresses of values of this layout's type.
  func tellTheSame(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer) -> Bool {
    parts.allSatisfy { offset, part in
      let (first, second) = (first + offset, second + offset)
      switch part {
      case .bytes(let count): return memcmp(first, second, count) == 0
      case .enumeration(let payloads, let size, let layouts):
        return memcmp(first, second, size) == 0 || Self.tellTheSame(first, second, payloads, size, layouts)
      }
    }
  }

  private static func tellTheSame(
    _ first: UnsafeRawPointer,
    _ second: UnsafeRawPointer,
    _ payloads: EnumPayloads,
    _ size: Int,
    _ layouts: [ByteLayout]
  ) -> Bool {
    // Projecting a payload writes to the value, so this works on copies. Copies of the bytes suffice, as nothing is
    // retained.
    let stride = (size + 15) / 16 * 16
    return withUnsafeTemporaryAllocation(byteCount: 2 * stride, alignment: 16) { buffer in
      guard let start = buffer.baseAddress else { return false }
      let other = start + stride
      start.copyMemory(from: first, byteCount: size)
      other.copyMemory(from: second, byteCount: size)
      var isSame = false
      payloads.withPayload(of: start) { tag, first in
        payloads.withPayload(of: other) { otherTag, second in
          guard tag == otherTag else { return }
          if let first, let second {
            isSame = layouts[tag].tellTheSame(first, second)
          } else {
            isSame = true
          }
        }
      }
      return isSame
    }
  }

  // MARK: Looking at types

  /// - Parameter seen: The kept types that were inspected already, because a type can contain itself through an array.
  private static func layout(of type: Any.Type, _ seen: inout Set<ObjectIdentifier>) -> ByteLayout? {
    func sizeOf<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.size }
    func isPlain<Value>(_: Value.Type) -> Bool { _isPOD(Value.self) }
    let size = _openExistential(type, do: sizeOf)
    let whole = ByteLayout(parts: [(0, .bytes(size))])
    // Key paths are objects, but they never change.
    if type is AnyKeyPath.Type { return whole }
    if let type = type as? any KnownByBytes.Type {
      for kept in type.keptTypes where seen.insert(ObjectIdentifier(kept)).inserted {
        guard layout(of: kept, &seen) != nil else { return nil }
      }
      return whole
    }
    if let payloads = EnumPayloads(type) ?? (type as? any OptionalType.Type)?.payloads {
      // The payload of an indirect case is stored elsewhere, and its type is not known.
      var layouts: [ByteLayout] = []
      for payload in payloads.cases {
        guard let layout = payload.flatMap({ layout(of: $0, &seen) }) else { return nil }
        layouts.append(layout)
      }
      return layouts.isEmpty ? whole : ByteLayout(parts: [(0, .enumeration(payloads, size: size, layouts))])
    }
    let properties = StoredProperties.all(of: type) ?? []
    guard !properties.isEmpty else { return _openExistential(type, do: isPlain) ? whole : nil }
    var result = ByteLayout(parts: [])
    for (offset, type) in properties {
      guard let layout = layout(of: type, &seen) else { return nil }
      result.append(layout, at: offset)
    }
    return result
  }

  private mutating func append(_ other: ByteLayout, at start: Int) {
    for (offset, part) in other.parts {
      if case .bytes(let count) = part, let last = parts.last, case .bytes(let lastCount) = last.part,
        last.offset + lastCount == start + offset
      {
        parts[parts.count - 1].part = .bytes(lastCount + count)
      } else {
        parts.append((start + offset, part))
      }
    }
  }
}

private protocol OptionalType {
  static var payloads: EnumPayloads? { get }
}

extension Optional: OptionalType {
  fileprivate static var payloads: EnumPayloads? { EnumPayloads(Self.self, payload: Wrapped.self) }
}
