/// A property of a client that holds a closure.
struct DependencyEndpoint {
  let name: SourceSlice
  let function: FunctionType
  let initialValue: SourceSlice?
  /// The name of the endpoint in messages: `CityClient.cities`.
  let title: String
  let location: String

  init(
    _ name: SourceSlice,
    _ function: FunctionType,
    _ binding: Binding,
    of client: String,
    in request: ExpansionRequest
  ) {
    self.name = name
    self.function = function
    initialValue = binding.initialValue
    title = "\(client).\(name.text.withoutBackticks)"
    location = request.location.arguments(at: name)
  }

  /// Whether a call can throw any error.
  private var canThrow: Bool {
    ["throws", "throws(any Error)", "throws(Error)", "throws(any Swift.Error)"].contains(function.throwsClause?.text)
  }

  private var returnsNothing: Bool {
    ["Void", "()"].contains(returnedType)
  }

  private var returnsOptional: Bool {
    // The "?" at the end of a function type belongs to what that function returns.
    FunctionType(function.returnType) == nil && (returnedType.hasSuffix("?") || returnedType.hasPrefix("Optional<"))
  }

  /// The return type without the module and redundant parentheses.
  private var returnedType: String {
    var type = function.returnType.text
    while type.count > 2, type.first == "(", type.isEnclosed { type = String(type.dropFirst().dropLast()).trimmed }
    for module in ["Swift.", "Swift::"] where type.hasPrefix(module) { type.removeFirst(module.count) }
    return type
  }

  /// Whether the function can't capture values, for example because it is a C function.
  private var capturesNothing: Bool {
    function.attributes.contains {
      $0.baseName == "convention" && $0.slice.text.filter { $0 != " " } != "@convention(swift)"
    }
  }

  private var isIsolatedToAny: Bool { function.attributes.contains { $0.baseName == "isolated" } }

  /// Whether the initial value is a closure, which provides the return value of the unimplemented endpoint.
  private var hasPlaceholder: Bool { initialValue?.text.hasPrefix("{") == true }

  /// The type of the placeholder, which is called in place of the closure.
  private var placeholderType: String {
    guard let isolation = function.attributes.first(where: { $0.baseName == "isolated" }) else {
      return function.slice.text
    }
    return function.slice.text.replacing(isolation.slice.text, with: "").trimmed
  }

  /// The closure that reports its calls, or `nil` if the initial value is an implementation.
  var unimplemented: String? {
    let report = "unimplementedEndpoint(\(title.literal)\(location))"
    if let initialValue {
      // A closure provides the return value of the unimplemented endpoint. Other values are implementations.
      guard initialValue.text.hasPrefix("{") else { return nil }
      let effects = (function.throwsClause == nil ? "" : "try ") + (function.isAsync ? "await " : "")
      let names = function.parameters.indices.map { "argument\($0)" }
      let arguments = zip(function.parameters, names).map { $0.argument($1) }
      // The compiler does not infer the type of a thrown error.
      let clause = function.throwsClause.map { $0.text == "throws" ? "" : " \($0.text)" } ?? ""
      let parameters = names.isEmpty ? "()" : names.joined(separator: ", ")
      return """
        { () -> \(function.slice.text) in
          let placeholder: \(placeholderType) = \(initialValue.text)
          return { \(parameters)\(clause) in
            \(report)
            return \(effects)placeholder(\(arguments.joined(separator: ", ")))
          }
        }()
        """
    }
    let signature =
      function.parameters.isEmpty ? "" : function.parameters.map { _ in "_" }.joined(separator: ", ") + " in "
    if canThrow { return "{ \(signature)throw \(report) }" }
    if returnsNothing { return "{ \(signature)\(report) }" }
    return returnsOptional ? "{ \(signature)\(report); return nil }" : nil
  }

  /// An error if the unimplemented endpoint can neither throw nor return a value.
  var problem: Diagnostic? {
    let name = name.text.withoutBackticks
    if hasPlaceholder, capturesNothing || function.parameters.contains(where: \.isVariadic) {
      let reason =
        capturesNothing
        ? "is a C function, which captures nothing, so it can't report its calls and return a value"
        : "has a variadic parameter, which can't be passed on to the closure that stands for its answer"
      return Diagnostic(
        severity: .error,
        message: "'\(name)' \(reason). Mark it '@DependencyEndpointIgnored', or give it another type.",
        place: self.name
      )
    }
    guard initialValue == nil && unimplemented == nil else { return nil }
    let parameters =
      function.parameters.isEmpty ? "" : function.parameters.map { _ in "_" }.joined(separator: ", ") + " in "
    let type = function.returnType.text
    let insertion = " = { \(parameters)<#\(type)#> }"
    let reason = function.throwsClause == nil ? "does not throw" : "throws errors of one type only"
    return Diagnostic(
      severity: .error,
      message: """
        '\(name)' needs a default value: it returns '\(type)' and \(reason), so there is nothing that a client without \
        an implementation could do when it is called.
        """,
      place: self.name,
      fixIts: [
        FixIt(
          message: "Insert '\(insertion.trimmed)'",
          edits: [Edit(replaced: function.slice.end, replacement: insertion)]
        )
      ]
    )
  }

  /// The names of the parameters, `_` for one without a name; `nil` if there are no parameters.
  var labels: [String]? {
    function.parameters.isEmpty ? nil : function.parameters.map { $0.secondName?.text.withoutBackticks ?? "_" }
  }

  /// The method with the parameters' names as labels; `nil` if neither the parameters nor the method have a name.
  func method(named methodName: String?, access: String, attributes: String) -> String? {
    let parameters = function.parameters
    guard methodName != nil || parameters.contains(where: { $0.secondName != nil }),
      !parameters.contains(where: \.isVariadic)
    else { return nil }
    let declared = parameters.enumerated().map { index, parameter in
      let label = parameter.secondName?.text ?? "_"
      let prefix = parameter.prefix.map { "\($0.text) " } ?? ""
      return "\(label) argument\(index): \(prefix)\(parameter.type.text)"
    }
    let arguments = parameters.enumerated().map { $1.argument("argument\($0)") }
    let typeAttributes: Set = ["Sendable", "autoclosure", "convention", "escaping", "isolated"]
    let isolation = function.attributes.filter { !typeAttributes.contains($0.baseName) }
      .map { $0.slice.text + "\n" }.joined()
    // A function that may be isolated to any actor has to be awaited.
    let isAsync = function.isAsync || isIsolatedToAny
    let effects = (isAsync ? " async" : "") + (function.throwsClause.map { " \($0.text)" } ?? "")
    let result = function.returnType.text
    let call = (function.throwsClause == nil ? "" : "try ") + (isAsync ? "await " : "")
    return """
      \(attributes)\(isolation)\(access)func \(methodName ?? name.text)(\(declared.joined(separator: ", ")))\(effects) -> \(result) {
        \(call)self.\(name.text)(\(arguments.joined(separator: ", ")))
      }
      """
  }
}

extension FunctionTypeParameter {
  fileprivate func argument(_ value: String) -> String {
    let prefix = prefix?.text ?? ""
    if prefix.contains("@autoclosure") { return "\(value)()" }
    return prefix.split(separator: " ").contains("inout") ? "&\(value)" : value
  }
}

extension String {
  /// Whether the last character closes the first parenthesis, with a single element without a label between them.
  fileprivate var isEnclosed: Bool {
    var depth = 0
    for (index, character) in zip(indices, self) {
      switch character {
      case "(", "[", "<": depth += 1
      case ")", "]": depth -= 1
      case ">": depth -= 1
      case ",", ":": if depth == 1 { return false }
      default: break
      }
      if depth == 0 { return self.index(after: index) == endIndex }
    }
    return false
  }
}

/// Expands `@DependencyEndpoint`: storage for a closure that reports calls, and the method with labels.
func expandDependencyEndpoint(_ use: MacroUse) -> Expansion {
  guard case .variable(let variable) = use.declaration, !variable.isLet, variable.bindings.count == 1,
    let binding = variable.bindings.first, let name = binding.name, binding.accessors == nil,
    let function = binding.type.flatMap({ FunctionType($0) })
  else {
    guard use.request.role == "peer" else { return Expansion() }
    return use.misplaced("'@DependencyEndpoint' can only be applied to a stored 'var' that is a closure.")
  }
  let endpoint = DependencyEndpoint(name, function, binding, of: use.enclosingName, in: use.request)
  let storage = name.text.underscored
  guard use.request.role == "peer" else {
    let accessors = "get { \(storage) }\nset { \(storage) = newValue }"
    // With an accessor for initialization the memberwise initializer has a parameter for the property. If the property
    // has an initial value, the accessor would put it in place of the closure that reports calls.
    guard endpoint.initialValue == nil else { return Expansion(source: accessors) }
    return Expansion(
      source: """
        @storageRestrictions(initializes: \(storage))
        init(initialValue) { \(storage) = initialValue }
        \(accessors)
        """
    )
  }
  var expansion = Expansion()
  expansion.diagnostics = [endpoint.problem].compactMap(\.self)
  let value = endpoint.unimplemented ?? endpoint.initialValue?.text
  expansion.source = "private var \(storage): \(endpoint.function.slice.text)\(value.map { " = \($0)" } ?? "")"
  var methodName: String?
  if let argument = use.attribute?.arguments.first(where: { $0.label?.text == "method" }) {
    let text = argument.value.text
    methodName = String(text.dropFirst().dropLast())
    if text.first != "\"" || methodName?.isIdentifier != true {
      expansion.diagnostics.append(
        Diagnostic(
          severity: .error,
          message: "'method' has to be the name of a method, written as a string without interpolation.",
          place: argument.value
        )
      )
      return expansion
    }
  }
  let method = endpoint.method(
    named: methodName,
    access: variable.accessLevel.modifier,
    attributes: variable.attributes.availability
  )
  if let method { expansion.source += "\n" + method }
  return expansion
}

extension MacroUse {
  /// The name of the enclosing type.
  fileprivate var enclosingName: String {
    guard let context = request.context.first, case .type(let type) = Parser.declaration(in: context).0 else {
      return "Self"
    }
    return type.name.text
  }
}

extension String {
  /// The name with an underscore before it, in backticks if it needs them.
  var underscored: String {
    let name = "_" + withoutBackticks
    return name.isIdentifier ? name : "`\(name)`"
  }

  /// Whether the text is valid as a name without backticks, unless it is a keyword.
  var isIdentifier: Bool {
    guard let first, first == "_" || first.isLetter else { return false }
    return allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber }
  }
}
