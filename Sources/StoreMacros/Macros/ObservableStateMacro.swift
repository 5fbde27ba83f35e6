/// Expands `@ObservableState`: the names of a struct's variables, which bindings use. Stores observe plain values, so
/// the variables themselves stay unchanged.
func expandObservableState(_ use: MacroUse) -> Expansion {
  guard let type = use.type, type.keyword == .struct || type.keyword == .enum else {
    guard use.request.role == "member" else { return Expansion() }
    let kind = use.type.map { " '\($0.name.text)' is \($0.keyword.described)." } ?? ""
    return use.misplaced("'@ObservableState' can only be applied to a struct or an enum: state is a value.\(kind)")
  }
  // An extension can't see a type that is private to another one. A noncopyable type can't be a feature's state.
  guard type.keyword == .struct, use.privacyProblem(of: type) == nil, !type.mayBeNoncopyable else { return Expansion() }
  if use.request.role == "extension" { return use.conformance(of: type, to: ["BindableState"]) }
  guard type.property("bindableFields") == nil else { return Expansion() }
  let access = use.access(of: type)
  let fields = type.members.source { if case .variable(let variable) = $0 { variable.sourceOfBindings } else { "" } }
  return Expansion(
    source: """
      \(access)nonisolated static var bindableFields: BindableFields<Self> {
        \(fields.isEmpty ? "let" : "var") fields = BindableFields<Self>()
      \(fields.indented())  return fields
      }
      """
  )
}

extension VariableDeclaration {
  /// A line for each variable that a view can change.
  fileprivate var sourceOfBindings: String {
    let isHidden = modifiers.contains { modifier in
      ["static", "class", "lazy", "private", "fileprivate"].contains(modifier.name)
    }
    // Views change neither the state of presented features nor shared values, which must be locked for a change.
    let isForeign = ["Presents", "Shared", "SharedReader", "available"].contains { attributes.contains($0) }
    guard !isLet, !isHidden, !isForeign else { return "" }
    return bindings.map { binding in
      guard let name = binding.name, binding.accessors?.isComputed != true else { return "" }
      return "fields._add(\"\(name.text.withoutBackticks)\", \\.\(name.text))\n"
    }.joined()
  }
}

extension TypeDeclaration {
  /// Whether the type or one of its generic parameters is `~Copyable`.
  fileprivate var mayBeNoncopyable: Bool {
    let constraints = genericParameters.compactMap(\.inherited) + inheritedTypes + [whereClause].compactMap(\.self)
    return constraints.contains { $0.text.contains("~") }
  }
}
