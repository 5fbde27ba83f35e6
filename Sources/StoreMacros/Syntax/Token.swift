/// A piece of source. Whitespace and comments are tokens too, so that the tokens of a source cover it without gaps.
struct Token: Sendable {
  let kind: TokenKind
  /// Offsets of bytes in the source.
  let range: Range<Int>
}

/// What a token is.
enum TokenKind: UInt8, Sendable {
  /// Trivia. A `newline` is one line break; a byte order mark is `whitespace`, and `#!...` a `comment`.
  case whitespace, newline, comment
  /// Keywords, `_`, `$0`, `` `a name` `` and placeholders are identifiers too.
  case identifier
  /// `#if`, `#available`, `#stringify`, ...
  case pound
  /// Literals. A string is one token, with all that is interpolated.
  case number, string, regex
  /// Operators, by which of their sides touch something: both or none, only the right, or only the left.
  case binaryOperator, prefixOperator, postfixOperator
  /// `?` and `!` that touch what stands before, and the `?` of a conditional expression.
  case question, exclamation, infixQuestion
  case equal, arrow, period
  case comma, colon, doubleColon, semicolon, at, backslash
  case leftParenthesis, rightParenthesis, leftBracket, rightBracket, leftBrace, rightBrace
  /// `<` and `>` that belong together, and may be brackets. A lexer does not tell them from operators: `Lexemes` do.
  case leftAngle, rightAngle
  /// What no Swift source may contain.
  case invalid

  var isTrivia: Bool {
    rawValue <= TokenKind.comment.rawValue
  }

  var isOperator: Bool {
    self == .binaryOperator || self == .prefixOperator || self == .postfixOperator
  }

  /// What closes the bracket that this token opens.
  var closing: TokenKind? {
    switch self {
    case .leftParenthesis: .rightParenthesis
    case .leftBracket: .rightBracket
    case .leftBrace: .rightBrace
    case .leftAngle: .rightAngle
    default: nil
    }
  }
}
