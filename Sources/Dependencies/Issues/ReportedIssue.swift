/// A reported mistake and its place.
public struct ReportedIssue: Sendable, CustomStringConvertible {
  /// A description of what happened, why it usually happens, and how to fix it.
  public let message: String

  /// How bad it is.
  public let severity: IssueSeverity

  package let location: IssueLocation

  /// The article that explains the issue, if the message does not name it yet.
  package let article: IssueArticle?

  package init(
    message: String,
    severity: IssueSeverity = .error,
    location: IssueLocation,
    article: IssueArticle? = nil
  ) {
    self.message = message
    self.severity = severity
    self.location = location
    self.article = article
  }

  /// The issue with a message that ends with the article.
  package var withArticleInMessage: Self {
    guard let article else { return self }
    return Self(message: "\(message)\n\n\(article)", severity: severity, location: location)
  }

  /// Makes the issue of an error that nobody handles.
  init(error: any Error, message: String?, severity: IssueSeverity = .error, location: IssueLocation) {
    let message = "Caught error: \(error)" + (message.map { ": " + $0 } ?? "")
    self.init(message: message, severity: severity, location: location)
  }

  /// The message of an issue that was reported without one.
  static let withoutMessage = "Issue reported"

  /// The module and file of the report, `Module/File.swift`.
  public var fileID: String { "\(location.fileID)" }
  /// The path of the file of the report.
  public var filePath: String { "\(location.filePath)" }
  /// The line of the report.
  public var line: Int { Int(location.line) }
  /// The column of the report.
  public var column: Int { Int(location.column) }

  public var description: String { "\(location): \(message)" }
}

/// A place in the source.
@usableFromInline
package struct IssueLocation: Sendable, CustomStringConvertible {
  @usableFromInline package let fileID: StaticString
  @usableFromInline package let filePath: StaticString
  @usableFromInline package let line: UInt
  @usableFromInline package let column: UInt

  @inlinable
  package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  @usableFromInline package var description: String { "\(fileID):\(line)" }
}
