import Foundation
import Store

/// The parts of a value that its source text is made of.
enum Structure {
  /// The source of the whole value.
  case source(SwiftSource)
  case nothing
  case array([Any])
  case identified([(id: AnyHashable, element: Any)])
  case stack(Stack)
  case set([AnyHashable])
  case dictionary([(key: Any, value: Any)])
  case enumeration(name: String, arguments: [(label: String?, value: Any)])
  /// A struct.
  case properties([Property])
  case tuple([(label: String?, value: Any)])
  /// The value has no source, for this reason.
  case unknown(String)

  struct Stack {
    let entries: [(id: StackElementID, element: Any)]
    /// The id of the next element that is pushed.
    let nextID: StackElementID
  }

  struct Property {
    /// The name as it is written after a dot: `name`, `$name.part`.
    let name: String
    let value: Any
    /// Whether the property is declared with `@Presents`.
    var isPresented = false
    /// The property wrapper if the property is declared with `@Shared` or `@SharedReader`.
    var shared: (any SharedPart)?
  }

  init(_ value: Any) {
    switch value {
    case let value as any AnyOptional where value.wrappedValue == nil: self = .nothing
    case let value as any AnyOptional: self = value.wrappedValue.map { Structure($0) } ?? .nothing
    case let hashable as AnyHashable where type(of: value) == AnyHashable.self: self.init(hashable.base)
    case let value as any StringProtocol: self = .source(.string(String(value)))
    case let date as Date: self = .source(date.source)
    case let value as any SwiftLiteral: self = .source(value.source)
    case let url as URL:
      // A URL that is relative to another one is not equal to the URL that its text makes.
      let isWhole = URL(string: url.absoluteString) == url
      self =
        isWhole
        ? .source(.text("URL(string: \(url.absoluteString.literal))!")) : .unknown("it is relative to another URL")
    case let value as any NamedBinding: self = Self.binding(value)
    case let value as any IdentifiedElements: self = .identified(value.identified)
    case let value as any StackElements: self = .stack(value.stacked)
    case let value as any SetReflecting: self = .set(value.reflectedElements)
    case let value as any DictionaryReflecting: self = .dictionary(value.reflectedEntries)
    default: self.init(mirroring: value)
    }
  }

  /// The values that the value is made of.
  var parts: [Any] {
    switch self {
    case .source, .nothing, .unknown: []
    case .array(let elements): elements
    case .identified(let elements): elements.map(\.element)
    case .stack(let stack): stack.entries.map(\.element)
    case .set(let elements): elements.map(\.base)
    case .dictionary(let entries): entries.flatMap { [$0.key, $0.value] }
    case .enumeration(_, let arguments), .tuple(let arguments): arguments.map(\.value)
    case .properties(let properties): properties.map(\.value)
    }
  }

  private init(mirroring value: Any) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .enum: self = Self.enumeration(value, mirror)
    case .collection: self = .array(mirror.children.map(\.value))
    case .dictionary:
      self = .dictionary(
        mirror.children.compactMap { child in
          let pair = Mirror(reflecting: child.value).children.map(\.value)
          return pair.count == 2 ? (pair[0], pair[1]) : nil
        }
      )
    case .struct: self = .properties(Self.properties(mirror))
    case .tuple: self = .tuple(Self.arguments(mirror))
    case .class, .foreignReference: self = .unknown("it is an object of the class \(type(of: value))")
    default: self = .unknown("it is of the type \(type(of: value))")
    }
  }

  private static func binding(_ binding: any NamedBinding) -> Structure {
    guard let name = binding.fieldName else { return .unknown("the property that it writes has no name") }
    return .enumeration(name: "set", arguments: [(nil, KeyPathLiteral(name: name)), (nil, binding.writtenValue)])
  }

  private static func enumeration(_ value: Any, _ mirror: Mirror) -> Structure {
    guard let payload = mirror.children.first else {
      let name = EnumCaseName.text(of: value)
      return name.isIdentifier ? .enumeration(name: name, arguments: []) : .unknown("its case has no name")
    }
    guard let name = payload.label else { return .unknown("its case has no name") }
    let values = Mirror(reflecting: payload.value)
    guard values.displayStyle == .tuple else {
      return .enumeration(name: name, arguments: [(nil, payload.value)])
    }
    // `case a(b: Int)` has a tuple with one label for its payload, `case a((Int, Int))` one without labels.
    return .enumeration(name: name, arguments: arguments(values))
  }

  private static func arguments(_ tuple: Mirror) -> [(label: String?, value: Any)] {
    tuple.children.map { child in (child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }, child.value) }
  }

  private static func properties(_ mirror: Mirror) -> [Property] {
    // Observation macros store `name` in `_name` and their own values in `_$...`.
    let isObservable = mirror.children.contains { $0.label?.hasPrefix("_$") == true }
    return mirror.children.flatMap { child -> [Property] in
      guard let label = child.label, !label.hasPrefix("_$") else { return [] }
      guard label.hasPrefix("_"), label.count > 1 else { return [Property(name: label, value: child.value)] }
      let name = String(label.dropFirst())
      if let presented = child.value as? any PresentedValue {
        return [Property(name: name, value: presented.presented, isPresented: true)]
      }
      if let shared = child.value as? any SharedPart {
        return [Property(name: name, value: shared.sharedValue, shared: shared)]
      }
      let parts = Mirror(reflecting: child.value).children
      if parts.contains(where: { $0.label == "wrappedValue" }) {
        return parts.compactMap { part in
          part.label.map { Property(name: $0 == "wrappedValue" ? name : "$\(name).\($0)", value: part.value) }
        }
      }
      return [Property(name: isObservable ? name : label, value: child.value)]
    }
  }
}

extension String {
  var isIdentifier: Bool {
    guard let first = unicodeScalars.first, first == "_" || first.properties.isXIDStart else { return false }
    return unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
  }
}

/// An optional of any type.
protocol AnyOptional {
  var wrappedValue: Any? { get }
}

extension Optional: AnyOptional {
  var wrappedValue: Any? { map { $0 as Any } }
}

private struct KeyPathLiteral: SwiftLiteral {
  let name: String
  var literal: String { "\\.\(SwiftSource.identifier(name))" }
}

private protocol IdentifiedElements {
  var identified: [(id: AnyHashable, element: Any)] { get }
}

extension IdentifiedArray: IdentifiedElements {
  fileprivate var identified: [(id: AnyHashable, element: Any)] { zip(ids, elements).map { (AnyHashable($0), $1) } }
}

private protocol StackElements {
  var stacked: Structure.Stack { get }
}

extension StackState: StackElements {
  fileprivate var stacked: Structure.Stack { Structure.Stack(entries: Array(zip(ids, self)), nextID: nextID) }
}

private protocol PresentedValue {
  var presented: Any { get }
}

extension PresentationState: PresentedValue {
  fileprivate var presented: Any { wrappedValue as Any }
}
