/// A function type such as `@Sendable (Int, _ name: String) async throws -> Bool`.
struct FunctionType: Sendable {
  let slice: SourceSlice
  /// Attributes such as `@Sendable`, `@MainActor` and `@escaping`.
  let attributes: [Attribute]
  let parameters: [FunctionTypeParameter]
  let isAsync: Bool
  /// The clause `throws`, `throws(Failure)` or `rethrows`.
  let throwsClause: SourceSlice?
  let returnType: SourceSlice
}

/// A parameter of a function type.
struct FunctionTypeParameter: Sendable {
  let slice: SourceSlice
  /// Attributes and specifiers such as `inout` and `@autoclosure`.
  let prefix: SourceSlice?
  let firstName: SourceSlice?
  let secondName: SourceSlice?
  /// The type without the prefix and the dots of a variadic parameter.
  let type: SourceSlice
  let isVariadic: Bool
}

extension FunctionType {
  /// Parses a function type, even in parentheses. Returns `nil` for others, such as the optional `(() -> Void)?`.
  init?(_ type: SourceSlice) {
    var parser = Parser(type)
    guard let function = parser.functionType() else { return nil }
    self = function
  }
}

extension Parser {
  fileprivate mutating func functionType() -> FunctionType? {
    var first = index
    var attributes: [Attribute] = []
    while true {
      while index < limit {
        if kind == .at {
          if let attribute = attribute() { attributes.append(attribute) }
        } else if isSpecifier(index) {
          index += 1
          if kind(at: index + 1) == .identifier, kind == .leftParenthesis, isAdjacent(index) { skip() }
        } else {
          break
        }
      }
      guard kind == .leftParenthesis else { return nil }
      let after = min(lexemes[index].after, limit)
      guard after == limit else { break }
      // Only parentheses surround the type.
      limit = contentEnd(index)
      index += 1
      first = index
    }
    var parameters: [FunctionTypeParameter] = []
    inBrackets { parser in
      while parser.index < parser.limit { parameters.append(parser.functionTypeParameter()) }
    }
    let effects = effects()
    guard accept(.arrow) else { return nil }
    let result = index
    guard skipType(), index == limit else { return nil }
    return FunctionType(
      slice: slice(from: first),
      attributes: attributes,
      parameters: parameters,
      isAsync: effects.isAsync,
      throwsClause: effects.throwsClause,
      returnType: slice(from: result)
    )
  }

  private mutating func functionTypeParameter() -> FunctionTypeParameter {
    let first = index
    let names = numberOfNames()
    if names > 0 { index += names + 1 }
    let prefix = index
    while kind == .at || isSpecifier(index), !isWord("any"), !isWord("some"), !isWord("repeat") {
      if kind == .at { skipAttribute() } else { index += 1 }
    }
    let type = index
    if !skipType() { skipElement() }
    let typeSlice = slice(from: type)
    let isVariadic = acceptDots()
    let parameter = FunctionTypeParameter(
      slice: slice(from: first),
      prefix: prefix < type ? slice(prefix, type) : nil,
      firstName: names > 0 ? slice(first, first + 1) : nil,
      secondName: names > 1 ? slice(first + 1, first + 2) : nil,
      type: typeSlice,
      isVariadic: isVariadic
    )
    skipElement()
    index += 1
    return parameter
  }
}
