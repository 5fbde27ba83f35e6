import Dependencies

/// A part of the source location of a call to a subscript, such as `#fileID` or `#line`, for issues about that call.
///
/// All values are equal, so that two key paths through the subscript are equal even if they are written on different
/// lines.
public struct CallSitePart: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  @usableFromInline let text: StaticString
  @usableFromInline let number: UInt

  /// Initializes from `#fileID` or `#filePath`.
  @inlinable public init(stringLiteral text: StaticString) {
    self.text = text
    number = 0
  }

  /// Initializes from `#line` or `#column`.
  @inlinable public init(integerLiteral number: UInt) {
    text = ""
    self.number = number
  }

  @inlinable public static func == (first: Self, second: Self) -> Bool { true }

  @inlinable public func hash(into hasher: inout Hasher) {}
}

extension IssueLocation {
  @inlinable init(_ fileID: CallSitePart, _ filePath: CallSitePart, _ line: CallSitePart, _ column: CallSitePart) {
    self.init(fileID: fileID.text, filePath: filePath.text, line: line.number, column: column.number)
  }
}
