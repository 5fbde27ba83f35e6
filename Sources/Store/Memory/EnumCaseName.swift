/// Which case an enum's value is in, as the run time knows it, for enums without case paths.
struct EnumCaseName: Hashable {
  /// The name is in the enum's metadata, once for each case, and stays there. `nil` where there is no metadata that names
  /// cases (`-disable-reflection-metadata`).
  private let name: UnsafePointer<CChar>?

  init<Value>(of value: UnsafePointer<Value>) {
    name = caseName(of: value.pointee)
  }

  /// The first word of a type's metadata tells its kind. (Part of Swift's ABI.)
  static func isEnum(_ type: Any.Type) -> Bool {
    unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee == 0x201
  }
}

// A function of the run time that `Mirror` and `print` call. It is exported and, where Swift is a part of the system, stable.
// For a value of any other kind of type than an enum it returns `nil`.
@_silgen_name("swift_EnumCaseName")
private func caseName<Value>(of value: Value) -> UnsafePointer<CChar>?
