/// A part of the source. Whitespace and comments are tokens too, so the tokens cover the source without gaps.
struct Token: Sendable {
  let kind: TokenKind
  /// The byte offsets in the source.
  let range: Range<Int>
}

/// The kind of a token.
enum TokenKind: UInt8, Sendable {
  /// A `newline` is one line break. A byte order mark is `whitespace`, and `#!...` is a `comment`.
  case whitespace, newline, comment
  /// Includes keywords, `_`, `$0`, `` `a name` `` and placeholders.
  case identifier
  /// `#if`, `#available`, `#stringify` and the like.
  case pound
  /// A string is one token, including its interpolations.
  case number, string, regex
  /// Operators by the sides that touch another token: both or none, only the right, only the left.
  case binaryOperator, prefixOperator, postfixOperator
  /// `?` and `!` that touch the previous token, and the `?` of a conditional expression.
  case question, exclamation, infixQuestion
  case equal, arrow, period
  case comma, colon, doubleColon, semicolon, at, backslash
  case leftParenthesis, rightParenthesis, leftBracket, rightBracket, leftBrace, rightBrace
  /// `<` and `>` that are brackets. Only `Lexemes` assigns these kinds; a lexer treats them as operators.
  case leftAngle, rightAngle
  /// Bytes that no Swift source may contain.
  case invalid

  var isTrivia: Bool {
    rawValue <= TokenKind.comment.rawValue
  }

  var isOperator: Bool {
    self == .binaryOperator || self == .prefixOperator || self == .postfixOperator
  }

  /// The kind of the bracket that closes this one.
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
