import Foundation
import Store

/// Writes values as Swift expressions.
struct SwiftSpeller {
  /// A value that can't be written as an expression, and the reason.
  struct Unspellable: Error {
    let type: String
    let reason: String
  }

  private struct Key: Hashable {
    let type: ObjectIdentifier
    let text: String
  }

  private struct Known {
    let path: String
    let isOptional: Bool

    /// The name of the constant that the path begins with.
    var root: String { String(path.prefix { $0 != "." && $0 != "[" }) }
  }

  /// The minimum length of an expression that is replaced by a constant; shorter ones are easier to read than its name.
  private static let shortest = 24
  /// How many levels of parts of a constant are known.
  private static let depth = 4

  let spellings: [ObjectIdentifier: SwiftSpelling]
  private let typeNames = TypeNames()
  private var known: [Key: [Known]] = [:]
  /// The types of the known values. Values of other types are not written out just to look for a constant.
  private var knownTypes: Set<ObjectIdentifier> = []
  /// The constants that are used rather than others with the same value.
  var preferred: Set<String> = []

  init(_ spellings: [SwiftSpelling]) {
    self.spellings = Dictionary(spellings.map { ($0.type, $0) }) { $1 }
  }

  /// Makes a constant known, so that its value and the parts of its value are written with its name from now on.
  mutating func name(_ value: Any, _ path: String) {
    note(value, path, isOptional: false, depth: 0)
  }

  private mutating func note(_ value: Any, _ path: String, isOptional: Bool, depth: Int) {
    guard depth <= Self.depth, let text = try? spelled(value).line else { return }
    let bare = Self.unwrapped(value) ?? value
    let key = Key(type: ObjectIdentifier(type(of: bare)), text: text)
    let isWorthIt = depth == 0 || text.utf8.count >= Self.shortest && !(bare is Date) && !(bare is UUID)
    if isWorthIt {
      known[key, default: []].append(Known(path: path, isOptional: isOptional))
      knownTypes.insert(key.type)
    }
    guard !isOptional else { return }
    switch Structure(bare) {
    case .properties(let properties):
      for property in properties where !property.name.hasPrefix("$") {
        let isOptional = property.value is any AnyOptional
        note(property.value, "\(path).\(property.name)", isOptional: isOptional, depth: depth + 1)
      }
    case .array(let elements):
      for (index, element) in elements.enumerated().prefix(200) {
        note(element, "\(path)[\(index)]", isOptional: false, depth: depth + 1)
      }
    case .identified(let elements):
      for (index, entry) in elements.enumerated().prefix(200) {
        note(entry.element, "\(path)[\(index)]", isOptional: false, depth: depth + 1)
      }
      // The elements are also known as an array.
      if let array = (bare as? any ElementList)?.typed(elements.map(\.element)), let text = try? spelled(array).line {
        let key = Key(type: ObjectIdentifier(type(of: array)), text: text)
        known[key, default: []].append(Known(path: "\(path).elements", isOptional: false))
        knownTypes.insert(key.type)
      }
    default: break
    }
  }

  /// The path of a constant, or of a part of one, that has the value; `nil` if there is none.
  func constant(for value: Any, acceptsOptional: Bool = false) -> String? {
    guard let bare = Self.unwrapped(value), knownTypes.contains(ObjectIdentifier(type(of: bare))),
      let text = try? spelled(bare).line
    else { return nil }
    let usable = known[Key(type: ObjectIdentifier(type(of: bare)), text: text), default: []]
      .filter { acceptsOptional || !$0.isOptional }
    return (usable.first { preferred.contains($0.root) } ?? usable.first)?.path
  }

  /// The expression for a value where the context gives its type.
  ///
  /// - Parameter acceptsOptional: Whether the context expects an optional, so that failable initializers need no `!`.
  ///   By default it does if the value is an optional.
  func source(of value: Any, acceptsOptional: Bool? = nil) throws(Unspellable) -> SwiftSource {
    try source(of: value, acceptsOptional: acceptsOptional ?? (value is any AnyOptional), usesConstants: true)
  }

  /// The expression without names of constants.
  private func spelled(_ value: Any) throws(Unspellable) -> SwiftSource {
    try source(of: value, acceptsOptional: true, usesConstants: false)
  }

  private func source(of value: Any, acceptsOptional: Bool, usesConstants: Bool) throws(Unspellable) -> SwiftSource {
    guard let value = Self.unwrapped(value) else { return .text("nil") }
    if usesConstants, let name = constant(for: value, acceptsOptional: acceptsOptional) { return .text(name) }
    func part(_ value: Any) throws(Unspellable) -> SwiftSource {
      try source(of: value, acceptsOptional: value is any AnyOptional, usesConstants: usesConstants)
    }
    switch Structure(value) {
    case .nothing: return .text("nil")
    case .source(let source):
      guard acceptsOptional, case .text(let text) = source, text.hasSuffix("!") else { return source }
      return .text(String(text.dropLast()))
    case .array(let elements): return Self.array(try elements.map(part))
    case .identified(let elements):
      if usesConstants, let array = (value as? any ElementList)?.typed(elements.map(\.element)),
        let name = constant(for: array)
      {
        return .text("IdentifiedArray(uniqueElements: \(name))")
      }
      return Self.array(try elements.map(\.element).map(part))
    case .stack(let stack):
      let elements = try stack.entries.map(\.element).map(part)
      return .list(open: "StackState(", items: elements.isEmpty ? [] : [Self.array(elements)], close: ")")
    case .set(let elements):
      return Self.array(try elements.map(part).sorted { $0.line < $1.line })
    case .dictionary(let entries):
      if entries.isEmpty { return .text("[:]") }
      let items = try entries.map { entry throws(Unspellable) in
        SwiftSource.prefixed("\(try part(entry.key).line): ", try part(entry.value))
      }
      return Self.array(items.sorted { $0.line < $1.line })
    case .enumeration(let name, let arguments):
      // Where an optional is expected, `.none` and `.some` are cases of `Optional`.
      let isAmbiguous = acceptsOptional && (name == "none" || name == "some")
      let type = isAmbiguous ? try typeName(of: value) : ""
      if arguments.isEmpty { return .text("\(type).\(SwiftSource.identifier(name))") }
      let items = try self.arguments(arguments, part)
      return .list(open: "\(type).\(SwiftSource.identifier(name))(", items: items, close: ")")
    case .properties(let properties):
      if let alert = try alert(value, properties, part) { return alert }
      let (call, rest) = try initializer(value, properties, part)
      guard !rest.isEmpty else { return call }
      let changes = try rest.map { (change: Change) throws(Unspellable) in
        SwiftSource.prefixed("value.\(change.path) = ", try part(change.value))
      }
      let statements = [.prefixed("var value = ", call)] + changes + [.text("return value")]
      return .block(.text("{"), statements, close: "}()")
    case .tuple(let elements): return .list(open: "(", items: try arguments(elements, part), close: ")")
    case .unknown(let reason):
      throw Unspellable(type: "\(type(of: value))", reason: reason)
    }
  }

  // MARK: Structs

  /// A property that has another value than the initializer gives it.
  struct Change {
    let path: String
    let value: Any
  }

  /// The initializer call for a struct, and the properties that have to be set after it; `nil` if the value is no
  /// struct, is written as a constant, or is an alert.
  func initializer(of value: Any) throws(Unspellable) -> (SwiftSource, [Change])? {
    guard let value = Self.unwrapped(value), case .properties(let properties) = Structure(value),
      constant(for: value) == nil
    else { return nil }
    func part(_ value: Any) throws(Unspellable) -> SwiftSource { try source(of: value) }
    return try alert(value, properties, part) == nil ? try initializer(value, properties, part) : nil
  }

  /// The properties of a struct that can't be set: if one of them differs, the whole value has to be replaced.
  func constantProperties(of type: Any.Type) -> Set<String> {
    guard let spelling = spellings[ObjectIdentifier(type)] else { return ["id"] }
    return Set(spelling.parameters.filter { $0.isConstant || $0.property == "id" }.map(\.property))
  }

  private func initializer(
    _ value: Any,
    _ properties: [Structure.Property],
    _ part: (Any) throws(Unspellable) -> SwiftSource
  ) throws(Unspellable) -> (SwiftSource, [Change]) {
    let spelling = spellings[ObjectIdentifier(type(of: value))]
    let name = try typeName(of: value)
    if spelling == nil, !properties.isEmpty, name != ".init" { typeNames.memberwise.insert(name) }
    let parameters =
      spelling?.parameters
      // What a key keeps is there when the struct is made with the same key.
      ?? properties.filter { $0.shared?.isKept != true }.map {
        SwiftSpelling.Parameter(label: $0.name, property: $0.name, defaultValue: nil, isConstant: false)
      }
    var items: [SwiftSource] = []
    for parameter in parameters {
      guard let property = properties.first(where: { $0.name == parameter.property }) else {
        throw Unspellable(type: name, reason: "its spelling names `\(parameter.property)`, which is no stored property")
      }
      var source = try part(property.value)
      if source.line == parameter.defaultValue { continue }
      if let shared = property.shared {
        source = .prefixed(shared.isReader ? "SharedReader(value: " : "Shared(value: ", .suffixed(source, ")"))
      }
      items.append(parameter.label.map { .prefixed("\($0): ", source) } ?? source)
    }
    let call = SwiftSource.list(open: "\(name)(", items: items, close: ")")
    guard let make = spelling?.make, let made = make(value), case .properties(let start) = Structure(made) else {
      return (call, [])
    }
    var changes: [Change] = []
    for (old, new) in zip(start, properties) {
      let isSame = try spelled(old.value).line == spelled(new.value).line
      if isSame || new.shared?.isKept == true { continue }
      changes.append(Change(path: new.name, value: new.value))
    }
    return (call, changes)
  }

  // MARK: Alerts

  private func alert(
    _ value: Any,
    _ properties: [Structure.Property],
    _ part: (Any) throws(Unspellable) -> SwiftSource
  ) throws(Unspellable) -> SwiftSource? {
    let type = String(reflecting: type(of: value))
    guard type.hasPrefix("StoreCore.AlertState<") || type.hasPrefix("StoreCore.ConfirmationDialogState<") else {
      return nil
    }
    func property(_ name: String) -> Any? { properties.first { $0.name == name }.flatMap { Self.unwrapped($0.value) } }
    let name = type.hasPrefix("StoreCore.AlertState<") ? "AlertState" : "ConfirmationDialogState"
    var source = SwiftSource.block(.text("\(name) {"), [try part(property("title") ?? "")], close: "}", staysOpen: true)
    func append(_ label: String, _ parts: [SwiftSource]) {
      source = .block(.suffixed(source, " \(label): {"), parts, close: "}", staysOpen: true)
    }
    if let buttons = property("buttons"), case .array(let buttons) = Structure(buttons), !buttons.isEmpty {
      append("actions", try buttons.map { button throws(Unspellable) in try self.button(button, part) })
    }
    if let message = property("message") { append("message", [try part(message)]) }
    return source
  }

  private func button(
    _ button: Any,
    _ part: (Any) throws(Unspellable) -> SwiftSource
  ) throws(Unspellable) -> SwiftSource {
    guard case .properties(let parts) = Structure(button) else { return try part(button) }
    func value(_ name: String) -> Any? { parts.first { $0.name == name }.flatMap { Self.unwrapped($0.value) } }
    var arguments: [SwiftSource] = []
    for name in ["role", "action"] {
      if let value = value(name) { arguments.append(.prefixed("\(name): ", try part(value))) }
    }
    let call =
      arguments.isEmpty ? .text("ButtonState") : SwiftSource.list(open: "ButtonState(", items: arguments, close: ")")
    return .block(.suffixed(call, " {"), [try part(value("label") ?? "")], close: "}")
  }

  // MARK: Types

  /// The name of a type as it is written in a file that imports its module; `.init` for a generic type, which the
  /// compiler infers.
  func typeName(of value: Any) throws(Unspellable) -> String {
    let type = type(of: value)
    if let alias = spellings[ObjectIdentifier(type)]?.name { return alias }
    if let name = typeNames.names[ObjectIdentifier(type)] { return name }
    let name = String(reflecting: type)
    if name.contains("(unknown context") { throw Unspellable(type: "\(type)", reason: "its type is private or local") }
    let result = name.contains("<") ? ".init" : String(nameOf: type)
    typeNames.names[ObjectIdentifier(type)] = result
    return result
  }

  /// Caches the names of types, since values have few different types.
  private final class TypeNames {
    var names: [ObjectIdentifier: String] = [:]
    /// Types without a `SwiftSpelling`, whose values are written with a memberwise initializer that may not exist.
    var memberwise: Set<String> = []
  }

  /// The types in a source text that are written with a memberwise initializer without a `SwiftSpelling` that confirms
  /// it.
  func memberwiseTypes(in text: String) -> [String] {
    typeNames.memberwise.sorted().filter { text.contains("\($0)(") }
  }

  // MARK: Lists

  private func arguments(
    _ arguments: [(label: String?, value: Any)],
    _ part: (Any) throws(Unspellable) -> SwiftSource
  ) throws(Unspellable) -> [SwiftSource] {
    try arguments.map { argument throws(Unspellable) in
      let source = try part(argument.value)
      return argument.label.map { .prefixed("\($0): ", source) } ?? source
    }
  }

  private static func array(_ items: [SwiftSource]) -> SwiftSource {
    items.isEmpty ? .text("[]") : .list(open: "[", items: items, close: "]")
  }

  static func unwrapped(_ value: Any) -> Any? {
    guard let optional = value as? any AnyOptional else { return value }
    return optional.wrappedValue.flatMap(unwrapped)
  }
}

/// An array or an identified array.
protocol ElementList: Sequence {}

extension Array: ElementList {}
extension IdentifiedArray: ElementList {}

extension ElementList {
  static var elementType: Any.Type { Element.self }

  /// Elements of this type as an array of this type.
  func typed(_ elements: [Any]) -> Any { elements.compactMap { $0 as? Element } }
}
