/// Decides which version of a shared value is the newest: those that the program sets, or those that are read from the
/// place where it is stored. A state machine without concurrency.
///
/// Each change, and each reading, gets a number when it begins. A value is replaced only by one with a higher number,
/// so that what was read before a change, however long it takes to decode, can't undo the change. What is read while a
/// change waits to be saved is older than the change, too: the place does not have it yet.
struct SharedVersions {
  private var latest = 0
  /// The number of the value.
  private var current = 0
  /// The number of the program's last change, whether it has ended or not.
  private var changed = 0
  /// The number of the program's last change that has ended. Only that one can be saved.
  private(set) var ended = 0
  /// The number of the last change that was saved, or that could not be saved.
  private var settled = 0
  /// Whether the place has changed while a change of the program was being saved. Which of them was first is not known.
  private var hasMissed = false

  /// Begins a change by the program.
  mutating func beginChange() {
    latest += 1
    (current, changed, hasMissed) = (latest, latest, false)
  }

  /// Ends the change that was begun.
  mutating func endChange() { ended = changed }

  /// Begins to read the place. Returns the number of what is read from now on.
  mutating func beginReading() -> Int {
    guard settled >= changed else { return 0 }
    latest += 1
    return latest
  }

  /// Decides about a value that was read.
  ///
  /// - Parameter isNews: Whether the place has reported a change.
  mutating func accept(_ number: Int, isNews: Bool) -> Decision {
    if number > current {
      current = number
      return .replace
    }
    // The change that was being saved when the reading began may have come before or after that of others. A later
    // change is saved later, and replaces that of others.
    guard isNews, number == 0 else { return .ignore }
    if settled >= changed { return .readAgain }
    hasMissed = true
    return .ignore
  }

  enum Decision {
    /// It is newer than the value.
    case replace
    /// It is older than the value.
    case ignore
    /// Unknown. The place has the newest value now.
    case readAgain
  }

  /// Records that a change was saved, or could not be. A change that others have made meanwhile counts either way, as
  /// it does when it is noticed a moment later.
  ///
  /// - Returns: Whether the result is that of the latest save, and whether the place has to be read again.
  mutating func didSave(_ change: Int) -> (isLatest: Bool, readsAgain: Bool) {
    guard change >= settled else { return (false, false) }
    settled = change
    guard settled >= changed else { return (true, false) }
    defer { hasMissed = false }
    return (true, hasMissed)
  }
}
