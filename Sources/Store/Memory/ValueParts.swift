/// Looks at parts of a value, and may change them.
package protocol PartVisitor {
  mutating func visit<Part>(_ name: String, _ part: inout Part)
}

/// The parts of a value that can be changed where they are, whatever their types.
package enum ValueParts {
  /// Visits the stored properties of a struct that are declared with `var`, except weak references.
  package static func visitVariables<Value>(of value: inout Value, _ visitor: inout some PartVisitor) {
    withUnsafeMutablePointer(to: &value) { pointer in
      for variable in StoredProperties.variables(of: Value.self) {
        visit(variable.name, UnsafeMutableRawPointer(pointer) + variable.offset, variable.type, &visitor)
      }
    }
  }

  /// Visits the payload of an enum, unless it has none or an indirect one. Its name is empty.
  package static func visitPayload<Value>(of value: inout Value, _ visitor: inout some PartVisitor) {
    guard let payloads = NestedValues.payloads(of: Value.self) else { return }
    withUnsafeMutablePointer(to: &value) { pointer in
      payloads.withPayload(of: pointer) { tag, payload in
        if let payload, let type = payloads.cases[tag] { visit("", payload, type, &visitor) }
      }
    }
  }

  /// Visits a value at an address. The run time says that it is of this type.
  private static func visit<Part>(
    _ name: String,
    _ pointer: UnsafeMutableRawPointer,
    _ type: Part.Type,
    _ visitor: inout some PartVisitor
  ) {
    visitor.visit(name, &pointer.assumingMemoryBound(to: Part.self).pointee)
  }
}
