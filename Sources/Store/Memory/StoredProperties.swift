import Dependencies

/// Where a struct has its stored properties, as the run time knows it. It is what `Mirror` is made of, but without a value
/// to look at: what a type has is there in each of its values.
enum StoredProperties {
  /// The offsets at which values of a type have stored properties of another one: a struct, and structs within it.
  ///
  /// What is in the payload of an enum, in an existential or in an object does not count, as it is not always there, or is
  /// elsewhere. Where there are no descriptions of properties (`-disable-reflection-metadata`) none is found.
  static func offsets(of property: Any.Type, in type: Any.Type) -> [Int] {
    let key = Key(property: ObjectIdentifier(property), type: ObjectIdentifier(type))
    if let known = known.withLock({ $0[key] }) { return known }
    var offsets: [Int] = []
    collectOffsets(of: property, in: type, from: 0, into: &offsets)
    known.withLock { $0[key] = offsets }
    return offsets
  }

  private struct Key: Hashable {
    let property: ObjectIdentifier
    let type: ObjectIdentifier
  }

  /// Looking at a property takes a microsecond. Types do not change.
  private static let known = Locked<[Key: [Int]]>([:])

  private static func collectOffsets(
    of property: Any.Type,
    in type: Any.Type,
    from start: Int,
    into offsets: inout [Int]
  ) {
    guard isStruct(type) else { return }
    for index in 0..<propertyCount(of: type) {
      var description = PropertyDescription()
      let propertyType = propertyType(of: type, index: index, description: &description)
      description.free?(description.name)
      let offset = start + propertyOffset(in: type, index: index)
      if propertyType == property {
        offsets.append(offset)
      } else {
        collectOffsets(of: property, in: propertyType, from: offset, into: &offsets)
      }
    }
  }

  /// What a struct or a tuple has; `nil` for other types, and where not all can be told: a weak reference is not stored as
  /// the optional that it reads as.
  static func all(of type: Any.Type) -> [(offset: Int, type: Any.Type)]? {
    guard isStruct(type) || isTuple(type) else { return nil }
    let count = propertyCount(of: type)
    let properties = strong(of: type, count: count)
    return properties.count == count ? properties : nil
  }

  /// What a struct or a tuple has, but for weak references.
  static func strong(of type: Any.Type) -> [(offset: Int, type: Any.Type)] {
    isStruct(type) || isTuple(type) ? strong(of: type, count: propertyCount(of: type)) : []
  }

  private static func strong(of type: Any.Type, count: Int) -> [(offset: Int, type: Any.Type)] {
    (0..<count).compactMap { index in
      var description = PropertyDescription()
      let propertyType = propertyType(of: type, index: index, description: &description)
      description.free?(description.name)
      return description.isStrong ? (propertyOffset(in: type, index: index), propertyType) : nil
    }
  }

  /// The first word of a type's metadata tells its kind. (Part of Swift's ABI.)
  static func isStruct(_ type: Any.Type) -> Bool {
    unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee == 0x200
  }

  static func isTuple(_ type: Any.Type) -> Bool {
    unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee == 0x301
  }
}

// The functions of the run time that `Mirror` calls. They are exported and, where Swift is a part of the system, stable.

struct PropertyDescription {
  var name: UnsafePointer<CChar>?
  var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVar = false
}

@_silgen_name("swift_reflectionMirror_recursiveCount")
func propertyCount(of type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
func propertyOffset(in type: Any.Type, index: Int) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
func propertyType(
  of type: Any.Type,
  index: Int,
  description: UnsafeMutablePointer<PropertyDescription>
) -> Any.Type
