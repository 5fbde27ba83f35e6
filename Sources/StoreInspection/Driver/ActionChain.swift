/// Actions that were reduced one after another, with something to run all the time.
final class ActionChain {
  private var restCount = 0
  private var length = 0
  /// Whether it went on and on. Nothing is reduced any more then.
  var isEndless = false
  /// How many further actions there may be; `nil` if there is no end to them.
  private var remaining: Int?

  /// Begins with a statement.
  func begin() { length = 0 }

  /// Ends after further actions.
  func end(after count: Int) { remaining = count }

  /// Whether the actions that there were to be have been reduced.
  var hasEnded: Bool { remaining == 0 }

  /// Counts a further action.
  ///
  /// - Parameter restCount: How often there was nothing to run before.
  /// - Returns: How many there were since.
  func count(after restCount: Int) -> Int {
    if restCount != self.restCount { (self.restCount, length) = (restCount, 0) }
    length += 1
    remaining? -= 1
    return length
  }
}
