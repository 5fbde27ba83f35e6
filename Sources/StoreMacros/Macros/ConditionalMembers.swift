/// Source for the members under each combination of `#if` conditions.
func source(under members: ArraySlice<Member>, _ transform: ([Member]) -> String) -> String {
  guard
    let index = members.firstIndex(where: {
      if case .conditional(let conditional) = $0 { conditional.hasVariables } else { false }
    }), case .conditional(let conditional) = members[index]
  else { return transform(Array(members)) }
  func source(with chosen: [Member]) -> String {
    StoreMacros.source(under: (members[..<index] + chosen + members[(index + 1)...])[...], transform)
  }
  var result = ""
  for clause in conditional.clauses {
    result += "\(clause.directive.text)\n\(source(with: clause.members))\n"
  }
  if conditional.clauses.last?.directive.text.trimmed != "#else" {
    result += "#else\n\(source(with: []))\n"
  }
  return result + "#endif"
}

extension [Member] {
  /// The members, including those in all `#if` clauses.
  var flattened: [Member] {
    flatMap { member -> [Member] in
      guard case .conditional(let conditional) = member else { return [member] }
      return conditional.clauses.flatMap(\.members.flattened)
    }
  }

  /// Source for each member, whole lines, under the `#if` conditions of the members.
  func source(_ transform: (Member) -> String) -> String {
    map { member in
      guard case .conditional(let conditional) = member else { return transform(member) }
      let clauses = conditional.clauses.map { ($0.directive.text, $0.members.source(transform)) }
      guard clauses.contains(where: { !$0.1.isEmpty }) else { return "" }
      return clauses.map { "\($0)\n\($1)" }.joined() + "#endif\n"
    }.joined()
  }

  /// Source for each case of an enum, whole lines, under the `#if` conditions of the cases.
  func source(forCases transform: (EnumCaseDeclaration, EnumCaseElement) -> String) -> String {
    source { member in
      guard case .enumCase(let declaration) = member else { return "" }
      return declaration.elements.map { transform(declaration, $0) }.joined()
    }
  }
}

/// An error if the number of combinations of conditions is too large.
func nestedConditions(in members: [Member]) -> [Diagnostic] {
  let conditionals = members.compactMap { member -> ConditionalMembers? in
    guard case .conditional(let conditional) = member, conditional.hasVariables else { return nil }
    return conditional
  }
  guard conditionals.count > 4 else { return [] }
  return [
    Diagnostic(
      severity: .error,
      message: """
        '@DependencyClient' makes initializers for each combination of conditions, and these would be too many. Put the \
        properties under fewer '#if'.
        """,
      place: conditionals[4].clauses[0].directive
    )
  ]
}

extension ConditionalMembers {
  /// Whether the clauses declare variables.
  fileprivate var hasVariables: Bool {
    clauses.contains { $0.members.flattened.contains { if case .variable = $0 { true } else { false } } }
  }
}
