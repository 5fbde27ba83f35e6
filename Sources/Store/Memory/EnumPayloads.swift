/// The payloads that values of an enum can have, as the run time knows them, for enums that are reached by address.
///
/// It reads what the compiler has written about the enum, in the form that is part of Swift's ABI, as `Mirror` does.
/// `@unchecked Sendable`: all that it holds are types.
struct EnumPayloads: @unchecked Sendable {
  private let type: Any.Type
  /// By the number of their case: payload cases come first. `nil` for what is kept elsewhere, in a box.
  let cases: [Any.Type?]

  /// Fails for what is not an enum, and where functions of the run time are signed, which this code does not know how to.
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

  /// Those of an enum with one payload of a type that is known, as `Optional`, about which nothing is written.
  init?(_ type: Any.Type, payload: Any.Type) {
    #if _ptrauth(_arm64e)
      return nil
    #else
      self.type = type
      cases = [payload]
    #endif
  }

  var types: [Any.Type] { cases.compactMap { $0 } }

  /// Hands the address of the payload of a value to a closure, which may change what is there, if the value has one.
  func modify(_ value: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer, Any.Type) -> Void) {
    withPayload(of: value) { tag, payload in
      if let payload, let type = cases[tag] { body(payload, type) }
    }
  }

  /// Hands the number of a value's case to a closure, and the address of its payload, if there is one there.
  func withPayload(
    of value: UnsafeMutableRawPointer,
    _ body: (_ tag: Int, _ payload: UnsafeMutableRawPointer?) -> Void
  ) {
    // The witnesses for enums follow the eight of all values, their size, stride and flags.
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    let witnesses = metadata.load(fromByteOffset: -Self.word, as: UnsafeRawPointer.self) + 10 * Self.word + 8
    let tag = Int(witnesses.load(as: GetTag.self)(value, metadata))
    guard cases.indices.contains(tag), cases[tag] != nil else { return body(tag, nil) }
    // It takes away what tells the case, so that the payload alone is left at this address; then it is put back.
    witnesses.load(fromByteOffset: Self.word, as: ProjectPayload.self)(value, metadata)
    body(tag, value)
    witnesses.load(fromByteOffset: 2 * Self.word, as: InjectTag.self)(value, UInt32(tag), metadata)
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
    let payloadCount = Int(descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF)
    let size = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    return (0..<payloadCount).map { index in
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

  /// What a relative address refers to.
  private static func target(of pointer: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = pointer.load(as: Int32.self)
    return distance == 0 ? nil : pointer + Int(distance)
  }

  /// A name ends with a zero, but may hold addresses: 4 or 8 bytes after a byte that says so.
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
