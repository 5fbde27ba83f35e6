extension MacroUse {
  /// Whether a reducer is to be declared `Sendable`.
  ///
  /// The compiler finds out by itself whether a struct is, unless it is public. An expansion can't see of what types
  /// other than basic ones are made. Where one of those is a property's, nothing is declared: an error about it would
  /// be in the expansion, where nobody asked for it.
  func isSendable(_ type: TypeDeclaration) -> Bool {
    !access(of: type).isEmpty
      && type.members.flattened.allSatisfy { member in
        guard case .variable(let variable) = member else { return true }
        return variable.isSendable
      }
  }
}

extension VariableDeclaration {
  /// Whether the variable is not stored in its type, or has a type that is known to be `Sendable`.
  fileprivate var isSendable: Bool {
    if modifiers.contains(where: { ["static", "class"].contains($0.name) }) { return true }
    if !attributes.isEmpty {
      // `Dependency` is `Sendable`, whatever it reads. Of other property wrappers nothing is known.
      return attributes.allSatisfy { ["Dependency", "available"].contains($0.baseName) }
        && attributes.contains("Dependency") || bindings.allSatisfy { $0.accessors?.isComputed == true }
    }
    return bindings.indices.allSatisfy { index in
      let binding = bindings[index]
      if binding.accessors?.isComputed == true { return true }
      // In `var a, b: Int` the type is that of both.
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
