// The declarations that a parser returns. They contain only what expansions need. The parts that an expansion copies
// (types, expressions, bodies) are slices of the source.

/// A member of a type or of a file.
enum Member: Sendable {
  case enumCase(EnumCaseDeclaration)
  case variable(VariableDeclaration)
  /// A function or an initializer. An initializer is named `init`.
  case function(FunctionDeclaration)
  case type(TypeDeclaration)
  case typeAlias(TypeAliasDeclaration)
  case conditional(ConditionalMembers)
  /// A subscript, operator, import, macro expansion or the like, or a statement in a file.
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

/// The members between `#if` and `#endif`.
struct ConditionalMembers: Sendable {
  struct Clause: Sendable {
    /// `#if DEBUG`, `#elseif X` or `#else`, including the condition.
    let directive: SourceSlice
    let members: [Member]
  }

  let slice: SourceSlice
  let clauses: [Clause]
}

/// An attribute: `@name` or `@name(arguments)`.
struct Attribute: Sendable {
  let slice: SourceSlice
  /// The name: `CasePathable` or `Store.CasePathable`.
  let name: SourceSlice
  /// The text in parentheses, split at its commas, even if the arguments are not a plain list (as in `@available`).
  let arguments: [Argument]
  /// The arguments including the parentheses; `nil` if there are none.
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

/// A modifier such as `public`, `private(set)` or `nonisolated(unsafe)`.
struct Modifier: Sendable {
  let slice: SourceSlice
  let name: String
  /// The text in parentheses: `set`.
  let detail: String?
}

/// A parameter between `<` and `>`.
struct GenericParameter: Sendable {
  let slice: SourceSlice
  let name: SourceSlice
  /// The type after the colon.
  let inherited: SourceSlice?
  /// Whether the parameter is a pack: `each Element`.
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
  /// The name, including backticks. For an extension, the extended type.
  let name: SourceSlice
  let genericParameters: [GenericParameter]
  let inheritedTypes: [SourceSlice]
  /// The clause, including the word `where`.
  let whereClause: SourceSlice?
  let members: [Member]
  /// The members, including the braces; empty if there are none.
  let memberBlock: SourceSlice
}

/// A declaration of cases: `case a, b(Int)`.
struct EnumCaseDeclaration: Sendable {
  let slice: SourceSlice
  let attributes: [Attribute]
  let modifiers: [Modifier]
  let elements: [EnumCaseElement]
}

/// A case of such a declaration.
struct EnumCaseElement: Sendable {
  let slice: SourceSlice
  /// The name, including backticks.
  let name: SourceSlice
  /// The parameters; `nil` without parentheses.
  let parameters: [Parameter]?
  let rawValue: SourceSlice?
}

/// A parameter of a function, an initializer or an enum case.
struct Parameter: Sendable {
  let slice: SourceSlice
  let attributes: [Attribute]
  /// The first name, which may be `_`; `nil` for an enum case such as `(Int)`.
  let firstName: SourceSlice?
  let secondName: SourceSlice?
  /// The type, with attributes and specifiers (`@escaping`, `inout`, `sending`) and without the dots of variadics.
  let type: SourceSlice
  let isVariadic: Bool
  let defaultValue: SourceSlice?
}

/// A declaration of variables: `var a = 1, b: Int`.
struct VariableDeclaration: Sendable {
  let slice: SourceSlice
  let attributes: [Attribute]
  let modifiers: [Modifier]
  let isLet: Bool
  let keywordSlice: SourceSlice
  let bindings: [Binding]
}

/// A variable of such a declaration, or a tuple of variables.
struct Binding: Sendable {
  let slice: SourceSlice
  let pattern: SourceSlice
  /// The name, including backticks; `nil` for a tuple.
  let name: SourceSlice?
  let type: SourceSlice?
  let initialValue: SourceSlice?
  let accessors: AccessorBlock?
}

/// The braces of a variable with accessors.
struct AccessorBlock: Sendable {
  let slice: SourceSlice
  /// Whether there are accessors other than observers.
  let isComputed: Bool
  /// The getter's body, with its braces; `nil` if it has none. An implicit getter has the braces of the block.
  let getterBody: SourceSlice?
}

/// A function or an initializer.
struct FunctionDeclaration: Sendable {
  let slice: SourceSlice
  let attributes: [Attribute]
  let modifiers: [Modifier]
  let keywordSlice: SourceSlice
  /// The name, including backticks: for an operator its symbol, for an initializer `init`.
  let name: SourceSlice
  let genericParameters: [GenericParameter]
  let parameters: [Parameter]
  let isAsync: Bool
  /// The clause `throws`, `throws(Failure)` or `rethrows`.
  let throwsClause: SourceSlice?
  let returnType: SourceSlice?
  /// The clause, including the word `where`.
  let whereClause: SourceSlice?
  /// The body, including braces.
  let body: SourceSlice?
}

/// A declaration `typealias Name = Type`.
struct TypeAliasDeclaration: Sendable {
  let slice: SourceSlice
  let attributes: [Attribute]
  let modifiers: [Modifier]
  let name: SourceSlice
  let genericParameters: [GenericParameter]
  let type: SourceSlice
  /// The clause, including the word `where`.
  let whereClause: SourceSlice?
}

/// A declaration of which expansions need only the place.
struct OtherDeclaration: Sendable {
  let slice: SourceSlice
  let attributes: [Attribute]
  let modifiers: [Modifier]
  /// `subscript`, `deinit`, `associatedtype`, `import` and so on; `nil` for a statement and for unreadable source.
  let keyword: String?
}
