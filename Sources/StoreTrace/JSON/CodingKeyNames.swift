import Store

extension CodingKey {
  /// The names of all keys of an enum of keys, such as the compiler writes for `Codable` types; `nil` for any other.
  ///
  /// A `CodingKey` can only be asked whether it knows a name, so the names are read from the metadata of the type.
  /// Messages list them, and a value without a label belongs to the only name.
  static var names: [String]? {
    if let listed = Self.self as? any ListedCodingKey.Type { return listed.allNames }
    guard let count = emptyCaseCount, MemoryLayout<Self>.size == (count < 2 ? 0 : count <= 256 ? 1 : 2) else {
      return nil
    }
    let names = (0..<count).map { tag in
      withUnsafeTemporaryAllocation(of: Self.self, capacity: 1) { buffer in
        // An enum without payloads is its case's number, in as few bytes as hold it: that is the layout Swift's ABI
        // prescribes, and its size was just checked. Enums without payloads need no deinitialization.
        let bytes = UnsafeMutableRawBufferPointer(buffer)
        for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: tag >> (8 * index)) }
        return buffer[0].stringValue
      }
    }
    return names.allSatisfy { Self(stringValue: $0)?.stringValue == $0 } ? names : nil
  }

  /// Whether the keys are the cases of an enum.
  static var isEnum: Bool { emptyCaseCount != nil }

  /// The number of cases of an enum none of whose cases have a payload.
  private static var emptyCaseCount: Int? {
    // The layout of metadata (kind, descriptor) and of an enum's descriptor is part of Swift's ABI: flags first, the
    // number of cases with payloads in the low 24 bits of the sixth word of four bytes, that of the others after it.
    let enumDescriptorKind: UInt32 = 18
    let metadata = unsafeBitCast(Self.self as Any.Type, to: UnsafePointer<Int>.self)
    guard metadata[0] == MetadataKind.enum.rawValue, let descriptor = UnsafePointer<UInt32>(bitPattern: metadata[1])
    else {
      return nil
    }
    guard descriptor[0] & 0x1F == enumDescriptorKind, descriptor[5] & 0xFF_FFFF == 0 else { return nil }
    return Int(descriptor[6])
  }
}

/// The first word of a type's metadata, as Swift's ABI prescribes it.
private enum MetadataKind: Int {
  case `enum` = 0x201
  case optional = 0x202
}

extension Decodable {
  /// Whether the type is an enum, which `Optional` is too.
  static var isEnum: Bool {
    MetadataKind(rawValue: unsafeBitCast(Self.self as Any.Type, to: UnsafePointer<Int>.self)[0]) != nil
  }
}

extension CaseIterable {
  /// The raw values of the cases of an enum, at most 1,000.
  static var rawValues: [String] {
    allCases.prefix(1000).compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
  }

  /// The cases of an enum by their names in Swift, at most 1,000.
  static var casesByName: [(name: String, value: Any)] { allCases.prefix(1000).map { ("\($0)", $0) } }
}
