// What a parser makes of declarations: just as much as expansions need. What an expansion only repeats (types,
// expressions, bodies) is a slice of the source.

/// What stands in the body of a type, or in a file.
enum Member: Sendable {
  case enumCase(EnumCaseDeclaration)
  case variable(VariableDeclaration)
  /// Initializers are functions named `init`.
  case function(FunctionDeclaration)
  case type(TypeDeclaration)
  case typeAlias(TypeAliasDeclaration)
  case conditional(ConditionalMembers)
  /// Subscripts, operators, imports, macro expansions, ..., and statements in a file.
  case other(OtherDeclaration)

  var slice: SourceSlice {
    switch self {
    case .enumCase(let declaration): declaration.slice
    case .variable(let declaration): declaration.slice
    case .function(let declaration): declaration.slice
    case .type(let declaration): declaration.slice
    case .typeAlias(let declaration): declaration.slice
    case .conditional(let members): members.slice
    case .other(let declaration): declaration.slice
    }
  }
}

/// Members between `#if` and `#endif`.
struct ConditionalMembers: Sendable {
  struct Clause: Sendable {
    /// `#if DEBUG`, `#elseif X` or `#else`, with its condition.
    let directive: SourceSlice
    let members: [Member]
  }

  let slice: SourceSlice
  let clauses: [Clause]
}

/// `@name` or `@name(arguments)`.
struct Attribute: Sendable {
  let slice: SourceSlice
  /// `CasePathable` or `Store.CasePathable`.
  let name: SourceSlice
  /// What stands in parentheses, split at its commas. An attribute whose arguments are no plain list (`@available`)
  /// has one for each comma all the same.
  let arguments: [Argument]
  /// With the parentheses. `nil` if there are none.
  let argumentsSlice: SourceSlice?

  /// The last component of the name, without generic arguments.
  var baseName: String {
    let name = name.text.prefix { $0 != "<" }
    return String(name[(name.lastIndex(of: ".").map(name.index(after:)) ?? name.startIndex)...].filter { $0 != "`" })
  }
}

/// An argument of an attribute.
struct Argument: Sendable {
  let label: SourceSlice?
  let value: SourceSlice
}

/// `public`, `private(set)`, `nonisolated(unsafe)`, ...
struct Modifier: Sendable {
  let slice: SourceSlice
  let name: String
  /// What stands in the parentheses: `set`.
  let detail: String?
}

/// A parameter between `<` and `>`.
struct GenericParameter: Sendable {
  let slice: SourceSlice
  let name: SourceSlice
  /// What stands after the colon.
  let inherited: SourceSlice?
  /// `each Element`
  let isPack: Bool
}

/// A struct, enum, class, actor, protocol or extension.
struct TypeDeclaration: Sendable {
  enum Keyword: String, Sendable {
    case `struct`, `enum`, `class`, actor, `protocol`, `extension`
  }

  let slice: SourceSlice
  let attributes: [Attribute]
  let modifiers: [Modifier]
  let keyword: Keyword
  let keywordSlice: SourceSlice
  /// With its backticks. For an extension, the type that is extended.
  let name: SourceSlice
  let genericParameters: [GenericParameter]
  let inheritedTypes: [SourceSlice]
  /// With the `where`.
  let whereClause: SourceSlice?
  let members: [Member]
  /// With its braces. Empty if there is none.
  let memberBlock: SourceSlice
}

/// `case a, b(Int)`
struct EnumCaseDeclaration: Sendable {
  let slice: SourceSlice
  let attributes: [Attribute]
  let modifiers: [Modifier]
  let elements: [EnumCaseElement]
}

/// One of the cases that a declaration declares.
struct EnumCaseElement: Sendable {
  let slice: SourceSlice
  /// With its backticks.
  let name: SourceSlice
  /// `nil` without parentheses.
  let parameters: [Parameter]?
  let rawValue: SourceSlice?
}

/// A parameter of a function, an initializer or an enum case.
struct Parameter: Sendable {
  let slice: SourceSlice
  let attributes: [Attribute]
  /// What stands before the colon, `_` included. `nil` for an enum case's `(Int)`.
  let firstName: SourceSlice?
  let secondName: SourceSlice?
  /// With attributes and specifiers (`@escaping`, `inout`, `sending`), without the dots of a variadic parameter.
  let type: SourceSlice
  let isVariadic: Bool
  let defaultValue: SourceSlice?
}

/// `var a = 1, b: Int`
struct VariableDeclaration: Sendable {
  let slice: SourceSlice
  let attributes: [Attribute]
  let modifiers: [Modifier]
  let isLet: Bool
  let keywordSlice: SourceSlice
  let bindings: [Binding]
}

/// One of the variables that a declaration declares, or a tuple of them.
struct Binding: Sendable {
  let slice: SourceSlice
  let pattern: SourceSlice
  /// With its backticks. `nil` for a tuple.
  let name: SourceSlice?
  let type: SourceSlice?
  let initialValue: SourceSlice?
  let accessors: AccessorBlock?
}

/// What stands in a variable's braces.
struct AccessorBlock: Sendable {
  let slice: SourceSlice
  /// `false` if there are only observers.
  let isComputed: Bool
  /// With its braces. An implicit getter's are those of the block. `nil` where a getter has no body.
  let getterBody: SourceSlice?
}

/// A function or an initializer.
struct FunctionDeclaration: Sendable {
  let slice: SourceSlice
  let attributes: [Attribute]
  let modifiers: [Modifier]
  let keywordSlice: SourceSlice
  /// With its backticks. An operator's is the operator, an initializer's is `init`.
  let name: SourceSlice
  let genericParameters: [GenericParameter]
  let parameters: [Parameter]
  let isAsync: Bool
  /// `throws`, `throws(Failure)` or `rethrows`.
  let throwsClause: SourceSlice?
  let returnType: SourceSlice?
  /// With the `where`.
  let whereClause: SourceSlice?
  /// With its braces.
  let body: SourceSlice?
}

/// `typealias Name = Type`
struct TypeAliasDeclaration: Sendable {
  let slice: SourceSlice
  let attributes: [Attribute]
  let modifiers: [Modifier]
  let name: SourceSlice
  let genericParameters: [GenericParameter]
  let type: SourceSlice
  /// With the `where`.
  let whereClause: SourceSlice?
}

/// A declaration of which expansions need no more than where it stands.
struct OtherDeclaration: Sendable {
  let slice: SourceSlice
  let attributes: [Attribute]
  let modifiers: [Modifier]
  /// `subscript`, `deinit`, `associatedtype`, `import`, ... `nil` for a statement and for what can't be read.
  let keyword: String?
}
