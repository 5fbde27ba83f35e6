import Dependencies

/// The stored properties of structs according to the run time. `Mirror` uses the same information, but needs a value;
/// here the type is enough, because each of its values has the same properties.
enum StoredProperties {
  /// The offsets of stored properties of one type in values of another one: a struct, and the structs within it.
  ///
  /// Properties in the payload of an enum, in an existential or in an object are left out, because they do not always
  /// exist, or are stored elsewhere. Without reflection metadata (`-disable-reflection-metadata`) none are found.
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

  /// Cached, because inspecting a property takes a microsecond. Types do not change.
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

  /// The stored properties of a struct or a tuple. `nil` for other types, and if there is a weak reference, which is
  /// not stored as the optional that its type says.
  static func all(of type: Any.Type) -> [(offset: Int, type: Any.Type)]? {
    guard isStruct(type) || isTuple(type) else { return nil }
    let count = propertyCount(of: type)
    let properties = strong(of: type, count: count)
    return properties.count == count ? properties : nil
  }

  /// The stored properties of a struct or a tuple, except weak references.
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

  /// The first word of a type's metadata is its kind. (Part of Swift's ABI.)
  static func isStruct(_ type: Any.Type) -> Bool {
    unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee == 0x200
  }

  static func isTuple(_ type: Any.Type) -> Bool {
    unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee == 0x301
  }
}

// The functions of the run time that `Mirror` calls. They are exported, and stable where Swift is a part of the system.

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
