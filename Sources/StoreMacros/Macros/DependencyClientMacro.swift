/// Expands `@DependencyClient`: initializers, values for unimplemented endpoints, methods with labels, and a list of the
/// labels.
func expandDependencyClient(_ use: MacroUse) -> Expansion {
  guard let type = use.type, type.keyword == .struct else {
    guard use.request.role == "member" else { return Expansion() }
    let kind = use.type.map { " '\($0.name.text)' is \($0.keyword.described)." } ?? ""
    return use.misplaced("'@DependencyClient' can only be applied to a struct whose properties are closures.\(kind)")
  }
  guard use.request.role == "member" else {
    // A private type can't be extended and has no such conformance.
    return Expansion(
      source: use.conformance(of: type, to: ["NonisolatedMembers"], members: labels(of: type, use)).source
    )
  }
  var expansion = Expansion()
  let properties = clientProperties(in: type.members.flattened, of: type, use, &expansion.diagnostics)
  guard properties.contains(where: { $0.endpoint != nil }) else { return expansion }

  expansion.diagnostics += properties.compactMap { $0.isDeclaredEndpoint ? nil : $0.endpoint?.problem }
  expansion.diagnostics += nestedConditions(in: type.members)
  let level = String(use.access(of: type).split(separator: " ").last ?? "")
  let isImplementable = expansion.diagnostics.isEmpty
  let initializing =
    source(under: type.members[...]) { members in
      var ignored: [Diagnostic] = []
      let properties = clientProperties(in: members, of: type, use, &ignored)
      let access = properties.map(\.level).reduce(AccessLevel(name: level), min)
      return initializers(access, of: properties, isImplementable: isImplementable)
    }
  let methods = type.members.source { member in
    var ignored: [Diagnostic] = []
    return clientProperties(in: [member], of: type, use, &ignored).compactMap(\.method).map { $0 + "\n" }.joined()
  }
  expansion.source = methods.isEmpty ? initializing : initializing + "\n" + methods.dropLast()
  return expansion
}

/// Source for the list of the labels of each endpoint that has any.
private func labels(of type: TypeDeclaration, _ use: MacroUse) -> String {
  let statements = type.members.source { member in
    var ignored: [Diagnostic] = []
    return clientProperties(in: [member], of: type, use, &ignored).compactMap { property in
      guard let labels = property.endpoint?.labels else { return nil }
      let name = property.name.withoutBackticks.literal
      return "labels[\(name)] = [\(labels.map(\.literal).joined(separator: ", "))]\n"
    }.joined()
  }
  if statements.isEmpty { return "" }
  let declaration = "static var _endpointLabels: [String: [String]]"
  return """
    public \(declaration) {
      var labels: [String: [String]] = [:]
    \(String(statements.dropLast()).indented())
      return labels
    }
    """
}

private func clientProperties(
  in members: [Member],
  of type: TypeDeclaration,
  _ use: MacroUse,
  _ diagnostics: inout [Diagnostic]
) -> [ClientProperty] {
  members.flatMap { member -> [ClientProperty] in
    guard case .variable(let variable) = member else { return [] }
    return variable.bindings.indices.compactMap { index in
      ClientProperty(variable, at: index, of: type.name.text, in: use.request, &diagnostics)
    }
  }
}

/// Source for the initializer with all properties, and the initializer with all properties except closures.
///
/// - Parameter isImplementable: Whether there were no mistakes. If there were, what the initializers can't set would
///   cause further errors, and so would calls of initializers that there are not: they are generated, and set nothing.
private func initializers(_ access: AccessLevel, of properties: [ClientProperty], isImplementable: Bool) -> String {
  let all = initializer(
    access,
    parameters: properties,
    values: isImplementable ? properties.map { ($0.storage, $0.name) } : nil
  )
  let others = properties.filter { $0.endpoint == nil }
  guard others.count < properties.count else { return all }
  guard isImplementable else { return all + "\n" + initializer(access, parameters: others, values: nil) }
  let unimplemented = properties.compactMap { property in
    property.isDeclaredEndpoint ? nil : property.endpoint?.unimplemented.map { (property.name, $0) }
  }
  return all + "\n"
    + initializer(access, parameters: others, values: others.map { ($0.name, $0.name) } + unimplemented)
}

/// - Parameter values: The values of the properties, or `nil` for a program that does not compile.
private func initializer(
  _ access: AccessLevel,
  parameters: [ClientProperty],
  values: [(name: String, value: String)]?
) -> String {
  let parameters = parameters.map { "\($0.name): \($0.parameter)" }.joined(separator: ",\n").indented()
  let body = values.map { $0.map { "self.\($0.name) = \($0.value)" }.joined(separator: "\n") } ?? "Swift.fatalError()"
  return """
    \(access.modifier)init(\(parameters.isEmpty ? "" : "\n\(parameters)\n")) {
    \(body.indented())
    }
    """
}

/// A stored property that the initializer sets.
private struct ClientProperty {
  let name: String
  /// The type and the default value of the initializer's parameter.
  let parameter: String
  let level: AccessLevel
  let endpoint: DependencyEndpoint?
  /// Whether the property has the attribute `@DependencyEndpoint`, which stores it in another property.
  let isDeclaredEndpoint: Bool
  let availability: String

  var storage: String { isDeclaredEndpoint ? name.underscored : name }

  /// The method with labels, unless `@DependencyEndpoint` declares it.
  var method: String? {
    isDeclaredEndpoint ? nil : endpoint?.method(named: nil, access: level.modifier, attributes: availability)
  }

  init?(
    _ variable: VariableDeclaration,
    at index: Int,
    of client: String,
    in request: ExpansionRequest,
    _ diagnostics: inout [Diagnostic]
  ) {
    let binding = variable.bindings[index]
    let modifiers = Set(variable.modifiers.lazy.filter { $0.detail == nil }.map(\.name))
    guard let name = binding.name, modifiers.isDisjoint(with: ["static", "class", "lazy"]),
      binding.accessors?.isComputed != true, !(variable.isLet && binding.initialValue != nil),
      !variable.attributes.contains("Dependency"), !variable.attributes.contains("DependencyEndpointIgnored")
    else { return nil }
    level = variable.accessLevel
    guard level > .fileprivate || binding.initialValue == nil else { return nil }
    guard name.text.withoutBackticks != "self" else {
      diagnostics.append(
        Diagnostic(
          severity: .error,
          message:
            "A property of a '@DependencyClient' can't be called 'self': 'client.self' is the client. Rename it.",
          place: name
        )
      )
      return nil
    }
    // In `var a, b: Int` both variables have the same type.
    let declaredType =
      binding.initialValue == nil ? variable.bindings[index...].first { $0.type != nil }?.type : binding.type
    guard let type = declaredType?.text ?? binding.initialValue?.literalType else {
      let edit = Edit(replaced: binding.pattern.end, replacement: ": <#Type#>")
      diagnostics.append(
        Diagnostic(
          severity: .error,
          message: "'@DependencyClient' needs to know the type of '\(name.text)' for an initializer's parameter.",
          place: name,
          fixIts: [FixIt(message: "Insert ': <#Type#>'", edits: [edit])]
        )
      )
      return nil
    }
    self.name = name.text
    let function = declaredType.flatMap { FunctionType($0) }
    endpoint = variable.isLet ? nil : function.map { DependencyEndpoint(name, $0, binding, of: client, in: request) }
    isDeclaredEndpoint = variable.attributes.contains("DependencyEndpoint")
    availability = variable.attributes.availability
    if let function {
      parameter = function.slice.text.escaping
    } else if endpoint == nil, let initialValue = binding.initialValue {
      parameter = "\(type) = \(initialValue.text)"
    } else {
      parameter = type.hasSuffix("?") && !variable.isLet ? "\(type) = nil" : type
    }
  }
}

extension String {
  /// A function type as the type of an escaping parameter.
  fileprivate var escaping: String {
    let specifier = "nonisolated(nonsending)"
    return hasPrefix(specifier)
      ? "\(specifier) @escaping\(dropFirst(specifier.count))" : "@escaping \(self)"
  }
}
