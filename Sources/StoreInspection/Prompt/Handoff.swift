import Dependencies
import Dispatch

/// Hands values to a thread that blocks until there is one.
final class Handoff<Value: Sendable>: Sendable {
  private let values = Locked<[Value]>([])
  private let available = DispatchSemaphore(value: 0)

  func put(_ value: Value) {
    values.withLock { $0.append(value) }
    available.signal()
  }

  /// Waits for the next value.
  func take() -> Value {
    while true {
      available.wait()
      if let value = values.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return value }
    }
  }
}
