/// Receives the issues that a program reports, for example to pass them on to a service that collects them.
///
/// ```swift
/// struct IssueCollector: IssueReporter {
///   func reportIssue(
///     _ message: @autoclosure () -> String?,
///     fileID: StaticString,
///     filePath: StaticString,
///     line: UInt,
///     column: UInt
///   ) {
///     collected.withValue { [message = message()] in $0.append("\(fileID):\(line): \(message ?? "")") }
///   }
/// }
/// ```
///
/// Tests do not call reporters: there, issues fail the running test.
public protocol IssueReporter: Sendable {
  /// Receives an issue, on the thread that reports it.
  func reportIssue(
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  )
}

/// Prints issues to standard error, once for each message and place.
public struct StandardErrorReporter: IssueReporter {
  /// Prints an issue.
  public func reportIssue(
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    IssueRouting.standardError.print(
      ReportedIssue(message: message() ?? ReportedIssue.withoutMessage, location: location)
    )
  }
}

/// Stops the program with the first issue.
public struct FatalErrorReporter: IssueReporter {
  /// Stops the program.
  public func reportIssue(
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    Swift.fatalError(message() ?? ReportedIssue.withoutMessage, file: fileID, line: line)
  }
}

extension IssueReporter where Self == StandardErrorReporter {
  /// Prints issues to standard error, once for each message and place. This is the default.
  public static var standardError: Self { Self() }

  /// Another name for ``standardError``, for code written for the Composable Architecture.
  public static var runtimeWarning: Self { Self() }

  /// Another name for ``standardError``, for code written for the Composable Architecture.
  public static var `default`: Self { Self() }
}

extension IssueReporter where Self == FatalErrorReporter {
  /// Stops the program with the first issue.
  public static var fatalError: Self { Self() }
}
