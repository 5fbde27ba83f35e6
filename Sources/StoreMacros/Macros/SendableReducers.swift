extension MacroUse {
  /// Whether to declare that a reducer is `Sendable`.
  ///
  /// The compiler infers this for structs that are not public. An expansion recognizes only basic types as `Sendable`.
  /// If a property has another type, it declares nothing, because the compiler's error would point into the expansion.
  func isSendable(_ type: TypeDeclaration) -> Bool {
    !access(of: type).isEmpty
      && type.members.flattened.allSatisfy { member in
        guard case .variable(let variable) = member else { return true }
        return variable.isSendable
      }
  }
}

extension VariableDeclaration {
  /// Whether the variable is not stored in an instance, or its type is known to be `Sendable`.
  fileprivate var isSendable: Bool {
    if modifiers.contains(where: { ["static", "class"].contains($0.name) }) { return true }
    if !attributes.isEmpty {
      // `Dependency` is always `Sendable`. For other property wrappers this is unknown.
      return attributes.allSatisfy { ["Dependency", "available"].contains($0.baseName) }
        && attributes.contains("Dependency") || bindings.allSatisfy { $0.accessors?.isComputed == true }
    }
    return bindings.indices.allSatisfy { index in
      let binding = bindings[index]
      if binding.accessors?.isComputed == true { return true }
      // In `var a, b: Int` both variables have the same type.
      let declared = binding.initialValue == nil ? bindings[index...].first { $0.type != nil }?.type : binding.type
      if let declared { return declared.isSendableType }
      return binding.initialValue?.literalType != nil
    }
  }
}

extension SourceSlice {
  fileprivate var isSendableType: Bool {
    if let function = FunctionType(self) { return function.attributes.contains("Sendable") }
    var name = text[...]
    while let last = name.last, "?!".contains(last) { name.removeLast() }
    while name.first == "[", name.last == "]" { name = name.dropFirst().dropLast() }
    if name.hasPrefix("Swift.") { name.removeFirst("Swift.".count) }
    return sendableTypes.contains(String(name))
  }
}

private let sendableTypes: Set = [
  "Bool", "Character", "Data", "Date", "Double", "Duration", "Float", "Int", "Int8", "Int16", "Int32", "Int64",
  "String",
  "TimeInterval", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "URL", "UUID",
]
