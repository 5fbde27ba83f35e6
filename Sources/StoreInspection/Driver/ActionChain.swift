/// Actions that were reduced one after another, in one job of the store's actor.
final class ActionChain {
  private var job = 0
  private var length = 0
  /// Whether it went on and on. Nothing is reduced any more then.
  var isEndless = false

  /// Begins with a statement.
  func begin() { length = 0 }

  /// Counts a further action.
  func count(in job: Int) -> Int {
    if job != self.job { (self.job, length) = (job, 0) }
    length += 1
    return length
  }
}
