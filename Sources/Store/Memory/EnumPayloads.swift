/// The types of an enum's payloads according to the run time, and access to the payload of a value at an address.
///
/// It reads the metadata that the compiler has written about the enum, as `Mirror` does. The format is part of Swift's
/// ABI. `@unchecked Sendable`: it contains only types.
package struct EnumPayloads: @unchecked Sendable {
  private let type: Any.Type
  /// Indexed by the number of the case: cases with payloads come first. `nil` for an indirect payload, which is in a
  /// box.
  let cases: [Any.Type?]

  /// Returns `nil` if the type is not an enum, and on systems where functions of the run time are signed, which is not
  /// supported.
  init?(_ type: Any.Type) {
    #if _ptrauth(_arm64e)
      return nil
    #else
      guard EnumCaseName.isEnum(type) else { return nil }
      let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
      let descriptor = metadata.load(fromByteOffset: Self.word, as: UnsafeRawPointer.self)
      self.type = type
      cases = Self.payloads(descriptor, genericArguments: metadata + 2 * Self.word)
    #endif
  }

  /// For an enum such as `Optional`, whose metadata does not name its payload: it has one, of a known type.
  init?(_ type: Any.Type, payload: Any.Type) {
    #if _ptrauth(_arm64e)
      return nil
    #else
      self.type = type
      cases = [payload]
    #endif
  }

  /// Calls a closure with the number of a value's case, and with the address of its payload, if there is one there. The
  /// closure may change the payload.
  func withPayload(
    of value: UnsafeMutableRawPointer,
    _ body: (_ tag: Int, _ payload: UnsafeMutableRawPointer?) -> Void
  ) {
    // The witnesses for enums follow the eight for all values, and the size, stride and flags.
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    let witnesses = metadata.load(fromByteOffset: -Self.word, as: UnsafeRawPointer.self) + 10 * Self.word + 8
    let tag = Int(witnesses.load(as: GetTag.self)(value, metadata))
    guard cases.indices.contains(tag), cases[tag] != nil else { return body(tag, nil) }
    // Projecting removes the bits that encode the case, so that only the payload is at this address. Afterwards they
    // are restored.
    witnesses.load(fromByteOffset: Self.word, as: ProjectPayload.self)(value, metadata)
    body(tag, value)
    witnesses.load(fromByteOffset: 2 * Self.word, as: InjectTag.self)(value, UInt32(tag), metadata)
  }

  /// Returns the values of an enum none of whose cases has a payload, in the order of the cases; `nil` for other types.
  package static func valuesWithoutPayload<Value>(of type: Value.Type) -> [Value]? {
    #if _ptrauth(_arm64e)
      return nil
    #else
      guard EnumCaseName.isEnum(type) else { return nil }
      let metadata = unsafeBitCast(type as Any.Type, to: UnsafeRawPointer.self)
      let descriptor = metadata.load(fromByteOffset: word, as: UnsafeRawPointer.self)
      let count = descriptor.load(fromByteOffset: 24, as: UInt32.self)
      guard payloadCount(descriptor) == 0 else { return nil }
      // Such a value is the number of its case, in as few bytes as hold the number of the last one.
      switch (count, MemoryLayout<Value>.size) {
      case (0, 0): return []
      case (1, 0): return [unsafeBitCast((), to: type)]
      case (...256, 1): return (0..<count).map { unsafeBitCast(UInt8($0), to: type) }
      case (...65_536, 2): return (0..<count).map { unsafeBitCast(UInt16($0), to: type) }
      default: return nil
      }
    #endif
  }

  private static let word = MemoryLayout<UnsafeRawPointer>.size

  private typealias GetTag = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32
  private typealias ProjectPayload = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void
  private typealias InjectTag = @convention(c) (UnsafeMutableRawPointer, UInt32, UnsafeRawPointer) -> Void

  private static func payloads(
    _ descriptor: UnsafeRawPointer,
    genericArguments: UnsafeRawPointer
  ) -> [Any.Type?] {
    guard let fields = target(of: descriptor + 16) else { return [] }
    let size = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    return (0..<payloadCount(descriptor)).map { index in
      let record = fields + 16 + index * size
      let isIndirect = record.load(as: UInt32.self) & 1 != 0
      guard !isIndirect, let name = target(of: record + 4) else { return nil }
      return _getTypeByMangledNameInContext(
        name.assumingMemoryBound(to: UInt8.self),
        lengthOfName(name),
        genericContext: descriptor,
        genericArguments: genericArguments
      )
    }
  }

  /// Returns the number of the cases with payloads. The number of the others follows it.
  private static func payloadCount(_ descriptor: UnsafeRawPointer) -> Int {
    Int(descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF)
  }

  /// Returns the address that a relative address refers to.
  private static func target(of pointer: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = pointer.load(as: Int32.self)
    return distance == 0 ? nil : pointer + Int(distance)
  }

  /// A mangled name ends with a zero byte, but may contain addresses: 4 or 8 bytes after a byte that announces them.
  private static func lengthOfName(_ name: UnsafeRawPointer) -> UInt {
    var length = 0
    while true {
      switch name.load(fromByteOffset: length, as: UInt8.self) {
      case 0: return UInt(length)
      case 0x01...0x17: length += 5
      case 0x18...0x1F: length += 9
      default: length += 1
      }
    }
  }
}
