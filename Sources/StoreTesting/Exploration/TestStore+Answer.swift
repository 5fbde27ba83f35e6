import Dependencies
import Store

extension TestStore {
  /// Answers a call that waits in `choose`.
  ///
  /// ```swift
  /// await store.send(.queryChanged("a"))
  /// await store.answer("titles a", with: 0)  // .success(["All about a"])
  /// await store.receive(\.titlesLoaded)  // Suggestions.Action.titlesLoaded(["All about a"])
  /// ```
  ///
  /// When it returns, everything that the answer has set going and that can run has run. It is a failure if no such call
  /// waits.
  ///
  /// - Parameters:
  ///   - label: The call's name. Of several that have it, the one that was made first is answered.
  ///   - alternative: Which of the alternatives that `choose` was given is the answer, counted from 0.
  public func answer(
    _ label: String,
    with alternative: Int = 0,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    guard begin(at: location) else { return }
    let answerable = calls.answerable
    guard let call = answerable.first(where: { $0.label == label }) else {
      let labels = answerable.map { "  • \"\($0.label)\"" }.joined(separator: "\n")
      return reportIssue(
        """
        No call "\(label)" waits for an answer.

        \(labels.isEmpty ? "No call waits at all." : "These calls wait:\n\n\(labels)")

        Send the action that makes the call first, and have the client make it with "choose".
        """,
        at: location,
        article: .exploring
      )
    }
    guard (0..<call.count).contains(alternative) else {
      let alternatives = (0..<call.count).map { "  \($0): \(call.describe($0))" }.joined(separator: "\n")
      return reportIssue(
        """
        The call "\(label)" has no alternative \(alternative). It was not answered.

        These are its alternatives:

        \(alternatives)
        """,
        at: location,
        article: .exploring
      )
    }
    perform { [calls] _ in calls.answer(call, with: alternative) }
  }
}
