@testable import StoreMacros

/// Checks properties of the lexer and the parser that hold for every input, even if it is not Swift.
struct SyntaxCheck {
  /// The properties that do not hold.
  private(set) var violations: [String] = []
  /// What the parser says of the input as a file.
  private(set) var diagnostics: [Diagnostic] = []
  private let source: SourceText

  init(_ bytes: [UInt8]) {
    source = SourceText(bytes: bytes, fileName: "checked")
    checkTokens()
    let members: [Member]
    (members, diagnostics) = Parser.members(in: source)
    for member in members { check(member, within: 0..<bytes.count) }
    check(diagnostics)
    let declaration = Parser.declaration(in: source)
    if let member = declaration.0 { check(member, within: 0..<bytes.count) }
    check(declaration.1)
    let attribute = Parser.attribute(in: source)
    if let attribute = attribute.0 { check([attribute], within: 0..<bytes.count) }
    check(attribute.1)
    checkStatements(source.slice)
    checkType(source.slice)
  }

  /// The ranges of all tokens are contiguous and add up to the input.
  private mutating func checkTokens() {
    var lexer = Lexer(bytes: source.bytes, range: 0..<source.bytes.count)
    var end = 0
    while let token = lexer.next() {
      if token.range.lowerBound != end || token.range.isEmpty {
        violations.append("A token has range \(token.range) after one that ends at \(end).")
      }
      end = token.range.upperBound
    }
    if end != source.bytes.count { violations.append("The tokens end at \(end) of \(source.bytes.count).") }
    for problem in lexer.problems { check(problem.range, "a problem", within: 0..<source.bytes.count) }
  }

  private mutating func check(_ range: Range<Int>, _ what: @autoclosure () -> String, within parent: Range<Int>) {
    // A missing part has an empty range after the preceding token, which may belong to another node.
    let parent = range.isEmpty ? 0..<source.bytes.count : parent
    if range.lowerBound < parent.lowerBound || range.upperBound > parent.upperBound {
      violations.append("The range \(range) of \(what()) is not within \(parent).")
    }
  }

  private mutating func check(_ slices: [SourceSlice?], _ what: String, within parent: Range<Int>) {
    for case let slice? in slices { check(slice.range, what, within: parent) }
  }

  private mutating func check(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics {
      check(diagnostic.place.range, "a diagnostic's place", within: 0..<source.bytes.count)
    }
  }

  private mutating func checkStatements(_ body: SourceSlice) {
    var end = body.range.lowerBound
    for statement in Parser.statements(in: body) {
      check(statement.slice.range, "a statement", within: end..<body.range.upperBound)
      check(statement.keyword.range, "a statement's keyword", within: statement.slice.range)
      end = statement.slice.range.upperBound
    }
  }

  private mutating func checkType(_ type: SourceSlice) {
    guard let function = FunctionType(type) else { return }
    check([function.slice], "a function type", within: type.range)
    check(function.attributes, within: type.range)
    check([function.throwsClause, function.returnType], "part of a function type", within: function.slice.range)
    for parameter in function.parameters {
      check([parameter.slice], "a parameter of a function type", within: function.slice.range)
      check(
        [parameter.prefix, parameter.firstName, parameter.secondName, parameter.type],
        "part of a parameter of a function type",
        within: parameter.slice.range
      )
    }
  }

  // MARK: - Nodes

  private mutating func check(_ attributes: [Attribute], within parent: Range<Int>) {
    for attribute in attributes {
      check([attribute.slice], "an attribute", within: parent)
      check([attribute.name, attribute.argumentsSlice], "part of an attribute", within: attribute.slice.range)
      for argument in attribute.arguments {
        check(
          [argument.label, argument.value],
          "an argument",
          within: attribute.argumentsSlice?.range ?? attribute.name.range
        )
      }
    }
  }

  private mutating func check(
    _ slice: SourceSlice,
    _ attributes: [Attribute],
    _ modifiers: [Modifier],
    _ parts: [SourceSlice?],
    within parent: Range<Int>
  ) {
    check([slice], "a declaration", within: parent)
    check(attributes, within: slice.range)
    check(modifiers.map(\.slice), "a modifier", within: slice.range)
    check(parts, "part of a declaration", within: slice.range)
  }

  private mutating func check(_ parameters: [Parameter], within parent: Range<Int>) {
    var end = parent.lowerBound
    for parameter in parameters {
      check([parameter.slice], "a parameter", within: end..<parent.upperBound)
      check(parameter.attributes, within: parameter.slice.range)
      check(
        [parameter.firstName, parameter.secondName, parameter.type, parameter.defaultValue],
        "part of a parameter",
        within: parameter.slice.range
      )
      checkType(parameter.type)
      end = parameter.slice.range.upperBound
    }
  }

  private mutating func check(_ parameters: [GenericParameter], within parent: Range<Int>) {
    for parameter in parameters {
      check([parameter.slice], "a generic parameter", within: parent)
      check([parameter.name, parameter.inherited], "part of a generic parameter", within: parameter.slice.range)
    }
  }

  private mutating func check(_ members: [Member], within parent: Range<Int>) {
    var end = parent.lowerBound
    for member in members {
      check(member, within: end..<parent.upperBound)
      end = member.slice.range.upperBound
    }
  }

  private mutating func check(_ member: Member, within parent: Range<Int>) {
    if member.slice.isEmpty { violations.append("A member at \(member.slice.range) is empty.") }
    switch member {
    case .enumCase(let declaration):
      check(declaration.slice, declaration.attributes, declaration.modifiers, [], within: parent)
      for element in declaration.elements {
        check([element.slice], "an element", within: declaration.slice.range)
        check([element.name, element.rawValue], "part of an element", within: element.slice.range)
        check(element.parameters ?? [], within: element.slice.range)
      }
    case .variable(let declaration):
      check(
        declaration.slice,
        declaration.attributes,
        declaration.modifiers,
        [declaration.keywordSlice],
        within: parent
      )
      for binding in declaration.bindings {
        check([binding.slice], "a binding", within: declaration.slice.range)
        check(
          [binding.pattern, binding.name, binding.type, binding.initialValue, binding.accessors?.slice],
          "part of a binding",
          within: binding.slice.range
        )
        if let accessors = binding.accessors {
          check([accessors.getterBody], "the body of a getter", within: accessors.slice.range)
          if let body = accessors.getterBody { checkStatements(body) }
        }
        if let type = binding.type { checkType(type) }
      }
    case .function(let declaration):
      check(
        declaration.slice,
        declaration.attributes,
        declaration.modifiers,
        [
          declaration.keywordSlice, declaration.name, declaration.throwsClause, declaration.returnType,
          declaration.whereClause, declaration.body,
        ],
        within: parent
      )
      check(declaration.genericParameters, within: declaration.slice.range)
      check(declaration.parameters, within: declaration.slice.range)
      if let body = declaration.body { checkStatements(body) }
    case .type(let declaration):
      check(
        declaration.slice,
        declaration.attributes,
        declaration.modifiers,
        [declaration.keywordSlice, declaration.name, declaration.whereClause, declaration.memberBlock]
          + declaration.inheritedTypes,
        within: parent
      )
      check(declaration.genericParameters, within: declaration.slice.range)
      check(declaration.members, within: declaration.memberBlock.range)
    case .typeAlias(let declaration):
      check(
        declaration.slice,
        declaration.attributes,
        declaration.modifiers,
        [declaration.name, declaration.type, declaration.whereClause],
        within: parent
      )
      check(declaration.genericParameters, within: declaration.slice.range)
    case .conditional(let declaration):
      check([declaration.slice], "an #if", within: parent)
      for clause in declaration.clauses {
        check([clause.directive], "a directive", within: declaration.slice.range)
        check(clause.members, within: clause.directive.range.upperBound..<declaration.slice.range.upperBound)
      }
    case .other(let declaration):
      check(declaration.slice, declaration.attributes, declaration.modifiers, [], within: parent)
    }
  }
}
