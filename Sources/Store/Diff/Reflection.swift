/// The parts of a value, one level deep.
enum Reflection {
  /// A value that is shown as text, without parts.
  case leaf(String)
  case text(String)
  /// A struct, a class, a tuple or a case of an enum.
  case fields(opening: String, [Field], object: ObjectIdentifier?)
  case list(any ReflectedList)
  case set([AnyHashable])
  case dictionary([(key: AnyHashable, value: Any)])

  struct Field {
    var label: String?
    var value: Any
  }

  /// - Parameter isRoot: Whether the value is not a part of another one, so that the type of an enum has to be shown.
  init(_ value: Any, isRoot: Bool) {
    let value = unwrapped(value)
    switch value {
    case is any OptionalReflecting: self = .leaf("nil")
    case let value as String: self = .text(value)
    case let value as any ListReflecting: self = .list(value.reflectedList)
    case let value as any DictionaryReflecting: self = .dictionary(value.reflectedEntries)
    case let value as any SetReflecting: self = .set(value.reflectedElements)
    case let value as any StringProtocol: self = .text(String(value))
    case let value as any Any.Type: self = .leaf("\(typeName(value)).self")
    case let value as AnyKeyPath: self = .leaf(value.dumpDescription)
    case let value as any ReflectedLeaf: self = .leaf(value.leafDescription)
    case let value as any NamedBinding:
      let fields = [Field(label: nil, value: value.writtenKeyPath), Field(label: nil, value: value.writtenValue)]
      self = .fields(opening: "\(isRoot ? typeName(type(of: value)) : "").set(", fields, object: nil)
    case let value as any CustomDumpStringConvertible: self = .leaf(value.customDumpDescription)
    case is any Actor: self = .leaf("\(typeName(type(of: value)))()")  // Only the actor itself may read its properties.
    default: self.init(mirroring: value, isRoot: isRoot)
    }
  }

  private init(mirroring value: Any, isRoot: Bool) {
    let type = type(of: value)
    let customMirror = (value as? any CustomDumpReflectable)?.customDumpMirror
    let mirror = customMirror ?? Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .enum:
      let type = isRoot ? typeName(type) : ""
      guard let payload = mirror.children.first else {
        // Don't use the description: several cases may share it.
        self = .leaf("\(type).\(EnumCaseName.text(of: value))")
        return
      }
      let payloadMirror = Mirror(reflecting: payload.value)
      let isTuple = payloadMirror.displayStyle == .tuple
      self = .fields(
        opening: "\(type).\(payload.label ?? "")(",
        isTuple ? Self.fields(payloadMirror) : [Field(label: nil, value: payload.value)],
        object: nil
      )
    case .tuple:
      self = .fields(opening: "(", Self.fields(mirror), object: nil)
    case .collection, .set:
      self = .list(ListReflection(elements: mirror.children.map(\.value)))
    case .dictionary:
      let entries = mirror.children.compactMap { child -> (key: AnyHashable, value: Any)? in
        let pair = Mirror(reflecting: child.value).children.map(\.value)
        guard pair.count == 2, let key = pair[0] as? AnyHashable else { return nil }
        return (key, pair[1])
      }
      self = entries.count == mirror.children.count ? .dictionary(entries) : .leaf(String(describing: value))
    case .optional:
      self = mirror.children.first.map { Reflection($0.value, isRoot: isRoot) } ?? .leaf("nil")
    case .struct, .class, .foreignReference, nil:
      self.init(mirroring: value, type: type, mirror)
    @unknown default:
      self = .leaf(String(describing: value))
    }
  }

  /// Structs, classes, and values without a display style, such as numbers and functions.
  private init(mirroring value: Any, type: Any.Type, _ mirror: Mirror) {
    let qualifiedName = String(reflecting: type)
    if qualifiedName.hasPrefix("Swift.") {
      self = .leaf(String(describing: value))
    } else if qualifiedName.hasPrefix("Foundation") {
      self = .leaf("\(typeName(qualifiedName))(\(value))")
    } else if mirror.displayStyle == nil, mirror.children.isEmpty {
      self = .leaf(String(describing: value))
    } else {
      var fields = Self.fields(mirror)
      var superclass = mirror.superclassMirror
      while let mirror = superclass {
        fields.insert(contentsOf: Self.fields(mirror), at: 0)
        superclass = mirror.superclassMirror
      }
      self = .fields(
        opening: "\(typeName(qualifiedName))(",
        fields,
        object: mirror.displayStyle == .class ? ObjectIdentifier(value as AnyObject) : nil
      )
    }
  }

  private static func fields(_ mirror: Mirror) -> [Field] {
    // Observation macros store `name` in `_name`, and their own data in `_$...`.
    let isObservable = mirror.children.contains { $0.label?.hasPrefix("_$") == true }
    return mirror.children.compactMap { child in
      if child.value is any IgnoredInTests { return nil }
      guard let label = child.label else { return Field(label: nil, value: child.value) }
      if label.hasPrefix("_$") || label.hasPrefix("$defaultActor") { return nil }
      if label.hasPrefix(".") { return Field(label: nil, value: child.value) }
      if let name = label.dropping(prefix: "$__lazy_storage_$_") { return Field(label: name, value: child.value) }
      guard let name = label.dropping(prefix: "_") else { return Field(label: label, value: child.value) }
      if isObservable || child.value is any SharedPart { return Field(label: name, value: child.value) }
      // A property wrapper is shown as the property.
      let wrapped = Mirror(reflecting: child.value).children.first { $0.label == "wrappedValue" }
      return wrapped.map { Field(label: name, value: $0.value) } ?? Field(label: label, value: child.value)
    }
  }
}

extension String {
  fileprivate func dropping(prefix: String) -> String? {
    hasPrefix(prefix) && count > prefix.count ? String(dropFirst(prefix.count)) : nil
  }
}

extension AnyKeyPath {
  /// The key path as it is written in code, if that is known.
  fileprivate var dumpDescription: String { caseDescription ?? String(describing: self).withoutAddresses }
}

extension String {
  /// This text without the addresses that descriptions of key paths contain, which differ in each run.
  package var withoutAddresses: String {
    contains("<computed 0x") ? replacing(#/<computed 0x[0-9a-f]+/#, with: "<computed") : self
  }
}

/// Unwraps an optional or an `AnyHashable`, and replaces a `CustomDumpRepresentable` by the value that it is shown as.
func unwrapped(_ value: Any) -> Any {
  if type(of: value) == AnyHashable.self, let value = value as? AnyHashable { return unwrapped(value.base) }
  if let wrapped = (value as? any OptionalReflecting)?.reflectedValue { return unwrapped(wrapped) }
  if let representable = value as? any CustomDumpRepresentable {
    let represented = representable.customDumpValue
    return type(of: represented) == type(of: value) ? represented : unwrapped(represented)
  }
  return value
}

/// A value of Foundation, which is shown as a whole.
protocol ReflectedLeaf {
  var leafDescription: String { get }
}

package protocol OptionalReflecting {
  var reflectedValue: Any? { get }
}

extension Optional: OptionalReflecting {
  package var reflectedValue: Any? { map { $0 as Any } }
}

package protocol SetReflecting {
  var reflectedElements: [AnyHashable] { get }
}

extension Set: SetReflecting {
  package var reflectedElements: [AnyHashable] { map { AnyHashable($0) } }
}

package protocol DictionaryReflecting {
  var reflectedEntries: [(key: AnyHashable, value: Any)] { get }
}

extension Dictionary: DictionaryReflecting {
  package var reflectedEntries: [(key: AnyHashable, value: Any)] { map { (AnyHashable($0.key), $0.value) } }
}

protocol ListReflecting {
  var reflectedList: any ReflectedList { get }
}

extension Array: ListReflecting {
  var reflectedList: any ReflectedList { ListReflection(elements: self) }
}

extension ArraySlice: ListReflecting {
  var reflectedList: any ReflectedList { ListReflection(elements: Array(self)) }
}

extension ContiguousArray: ListReflecting {
  var reflectedList: any ReflectedList { ListReflection(elements: Array(self)) }
}

extension OrderedIDs: ListReflecting {
  var reflectedList: any ReflectedList { ListReflection(elements: ids) }
}

extension IdentifiedArray: ListReflecting {
  var reflectedList: any ReflectedList {
    ListReflection(elements: elements) { [ids] in ids.ids[$0].map { AnyHashable($0) } }
  }
}

/// A list whose elements can be compared without converting each of them to `Any`.
protocol ReflectedList {
  associatedtype Element
  var elements: [Element] { get }

  /// Returns the label of an element: its position or its id.
  func label(_ position: Int) -> String

  /// Returns the ids of a range of elements, or `nil` if they have none. Ids need not be unique.
  func identities(_ positions: Range<Int>) -> [AnyHashable]?

  /// Whether the elements are `Equatable`, so that comparing them is fast.
  var isEquatable: Bool { get }

  /// Returns a function that compares an element with one of another list.
  func comparison(with other: any ReflectedList) -> (_ position: Int, _ otherPosition: Int) -> Bool
}

extension ReflectedList {
  var count: Int { elements.count }

  func prefix(_ maximumCount: Int) -> [Any] { elements.prefix(maximumCount).map { $0 as Any } }
}

struct ListReflection<Element>: ReflectedList {
  var elements: [Element]
  var ids: ((Range<Int>) -> [AnyHashable])?
  var name: ((Int) -> String)?

  var isEquatable: Bool { Element.self is any Equatable.Type }

  func label(_ position: Int) -> String { name?(position) ?? "[\(position)]" }

  func identities(_ positions: Range<Int>) -> [AnyHashable]? {
    func identities<Row: Identifiable>(_ row: Row.Type) -> [AnyHashable]? {
      (elements as? [Row])?[positions].map { AnyHashable($0.id) }
    }
    return ids?(positions) ?? (Element.self as? any Identifiable.Type).flatMap { identities($0) }
  }

  func comparison(with other: any ReflectedList) -> (Int, Int) -> Bool {
    let areEqual = elementComparison(with: other)
    guard let name else { return areEqual }
    return { name($0) == other.label($1) && areEqual($0, $1) }
  }

  private func elementComparison(with other: any ReflectedList) -> (Int, Int) -> Bool {
    func comparison<Row: Equatable>(_ row: Row.Type) -> ((Int, Int) -> Bool)? {
      guard let rows = elements as? [Row], let others = other.elements as? [Row] else { return nil }
      return { rows[$0] == others[$1] }
    }
    if let comparison = (Element.self as? any Equatable.Type).flatMap({ comparison($0) }) { return comparison }
    func structuralComparison(_ other: some ReflectedList) -> (Int, Int) -> Bool {
      let others = other.elements
      return { areEqual(elements[$0], others[$1]) }
    }
    return structuralComparison(other)
  }
}

/// A binding action of any state.
package protocol NamedBinding {
  /// The name of the property that the action writes, if it has one.
  var fieldName: String? { get }
  var writtenKeyPath: AnyKeyPath { get }
  var writtenValue: any Equatable { get }
}
