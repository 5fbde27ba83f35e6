/// The case of an enum's value according to the run time, for enums without case paths.
package struct EnumCaseName: Hashable {
  /// The name is in the enum's metadata, which has it once for each case and is never released. `nil` if the metadata
  /// does not contain the names of cases (`-disable-reflection-metadata`).
  private let name: UnsafePointer<CChar>?

  init<Value>(of value: UnsafePointer<Value>) {
    name = caseName(of: value.pointee)
  }

  /// Returns the name of a value's case, also of an enum that has a description. The description if the name is not
  /// known.
  package static func text(of value: Any) -> String { caseName(of: value).map { String(cString: $0) } ?? "\(value)" }

  /// The first word of a type's metadata is its kind. (Part of Swift's ABI.)
  package static func isEnum(_ type: Any.Type) -> Bool {
    unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee == 0x201
  }
}

// A function of the run time that `Mirror` and `print` call. It is exported, and stable where Swift is a part of the
// system. Returns `nil` for a value of a type that is not an enum.
@_silgen_name("swift_EnumCaseName")
private func caseName<Value>(of value: Value) -> UnsafePointer<CChar>?
