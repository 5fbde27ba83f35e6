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
  /// When it returns, everything that can run because of the answer has run. If no such call waits, it reports an
  /// issue.
  ///
  /// - Parameters:
  ///   - label: The call's name.
  ///   - position: The position of the call among the waiting calls with this name, in the order in which they were
  ///     made. The first one by default.
  ///   - alternative: The position of the answer among the alternatives that `choose` was given, counted from 0.
  public func answer(
    _ label: String,
    at position: Int = 0,
    with alternative: Int = 0,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    guard begin(at: location) else { return }
    let answerable = calls.answerable
    let namesakes = answerable.filter { $0.label == label }
    guard namesakes.indices.contains(position) else {
      if !namesakes.isEmpty {
        return reportIssue(
          """
          No call \(position) waits under the name "\(label)", counted from 0: there \
          \(namesakes.count == 1 ? "is 1" : "are \(namesakes.count)"). None was answered.

          Calls that were answered, or whose effects were cancelled, wait no more.
          """,
          at: location,
          article: .exploring
        )
      }
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
    let call = namesakes[position]
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
