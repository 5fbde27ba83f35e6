import Dependencies
import Dispatch
import StoreTrace

/// The work that a program does before it ends, by itself or because of a signal.
package struct ProgramEnding: Sendable {
  private let body: @Sendable (DependencyValues) -> Void
  private let values: DependencyValues
  private let patience: Duration

  /// - Parameter patience: How long the program waits at most, unless it is hurried.
  init(_ body: @escaping @Sendable (DependencyValues) -> Void, patience: Duration) {
    self.body = body
    self.patience = patience
    values = withDependencies {
      $0.context = .live
    } operation: {
      DependencyValues.current
    }
  }

  /// Begins the work, and calls a closure when it is done or takes too long.
  func begin(isHurried: Bool, then next: @escaping @Sendable () -> Void) {
    let waiting = Locked<(@Sendable () -> Void)?>(next)
    @Sendable func goOn() { waiting.withLock { $0.take() }?() }
    // Both queues are separate, because effects may occupy all threads that other queues and tasks share.
    DispatchQueue(label: "willEnd").async {
      withDependencies {
        $0 = values
      } operation: {
        body(values)
      }
      goOn()
    }
    let patience = isHurried ? Duration.milliseconds(500) : self.patience
    DispatchQueue(label: "patience").asyncAfter(deadline: .now() + patience / .seconds(1), execute: goOn)
  }

  /// Blocks the thread until the work is done or takes too long. It is called when a signal ends the process.
  package func wait() {
    let isDone = DispatchSemaphore(value: 0)
    begin(isHurried: false) { isDone.signal() }
    isDone.wait()
  }
}
