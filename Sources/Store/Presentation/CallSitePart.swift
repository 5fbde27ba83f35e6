import Dependencies

/// A part of the source location of a call to a subscript, such as `#fileID` or `#line`, for issues about that call.
///
/// All values are equal, so that two key paths through the subscript are equal even if they are written on different
/// lines.
public struct CallSitePart: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  let text: StaticString
  let number: UInt

  /// Initializes from `#fileID` or `#filePath`.
  public init(stringLiteral text: StaticString) {
    self.text = text
    number = 0
  }

  /// Initializes from `#line` or `#column`.
  public init(integerLiteral number: UInt) {
    text = ""
    self.number = number
  }

  public static func == (first: Self, second: Self) -> Bool { true }

  public func hash(into hasher: inout Hasher) {}
}

extension IssueLocation {
  @usableFromInline init(_ fileID: CallSitePart, _ filePath: CallSitePart, _ line: CallSitePart, _ column: CallSitePart)
  {
    self.init(fileID: fileID.text, filePath: filePath.text, line: line.number, column: column.number)
  }
}
