/// Counts the actions that are reduced without a pause, to stop those that never end, and to stop after a given number.
final class ActionChain {
  private var restCount = 0
  private var length = 0
  /// Whether the actions were stopped because they did not end. No further action is reduced then.
  var isEndless = false
  /// The number of actions after which the chain ends; `nil` if it does not end after a given number.
  private var remaining: Int?

  /// Restarts the count at the beginning of a statement.
  func begin() { length = 0 }

  /// Ends the chain after `count` further actions.
  func end(after count: Int) { remaining = count }

  /// Whether the number of actions given to ``end(after:)`` has been reduced.
  var hasEnded: Bool { remaining == 0 }

  /// Counts an action.
  ///
  /// - Parameter restCount: The number of times that nothing was left to run, up to now.
  /// - Returns: The number of actions since the last such time, or since the beginning of the statement.
  func count(after restCount: Int) -> Int {
    if restCount != self.restCount { (self.restCount, length) = (restCount, 0) }
    length += 1
    remaining? -= 1
    return length
  }
}
