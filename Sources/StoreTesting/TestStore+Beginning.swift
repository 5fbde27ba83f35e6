import Dependencies
import Execution
import Store

extension TestStore {
  /// Lets the feature begin before a clock of the test moves.
  func beginWithClock() {
    guard let clock = store.dependencies.continuousClock as? TestClock<Duration> else { return }
    // Can be called on any thread, because the executor runs one job at a time.
    let mount: () -> Void = { [weak self] in self?.mountIfNeeded() }
    let sendableMount = UncheckedSendable(mount)
    let recorder = running.recorder { sendableMount.value() }
    beginning = recorder
    clock.note(recorder)
  }

  /// Lets the feature begin, once.
  func mountIfNeeded() {
    let isFirst = executor.exclusively {
      defer { hasMounted = true }
      return !hasMounted
    }
    if isFirst { perform { $0.mount() } }
  }
}
