public import Dependencies

/// Tells when to repeat requests that failed because there was no network, and lets a person work offline.
///
/// ```swift
/// @Dependency(\.connectivity) var connectivity
/// while try await connectivity.restored(afterFailures: count) { ... }
/// ```
///
/// While a person works offline (``setOffline``), no request is sent: each fails with
/// ``APIError/noConnection(reason:)``.
public struct Connectivity: Sendable {
  /// Whether a person works offline.
  public var isOffline: @Sendable () -> Bool
  /// Switches all requests off or on again.
  public var setOffline: @Sendable (_ isOffline: Bool) async -> Void
  /// Waits until a request that has failed this many times in a row should be repeated. Returns `false` if it should
  /// not be repeated.
  public var restored: @Sendable (_ failures: Int) async throws -> Bool

  /// Makes a value from functions.
  public init(
    isOffline: @escaping @Sendable () -> Bool,
    setOffline: @escaping @Sendable (_ isOffline: Bool) async -> Void,
    restored: @escaping @Sendable (_ failures: Int) async throws -> Bool
  ) {
    self.isOffline = isOffline
    self.setOffline = setOffline
    self.restored = restored
  }

  func restored(afterFailures count: Int) async throws -> Bool { try await restored(count) }

  /// Throws if a person works offline.
  static func checkOnline() throws(APIError) {
    @Dependency(\.connectivity) var connectivity
    if connectivity.isOffline() { throw .noConnection(.workingOffline) }
  }
}

extension Connectivity: DependencyKey {
  /// Watches the machine's network: see ``NetworkWatch``.
  public static var liveValue: Self {
    switchable { failures in
      try await NetworkWatch().waitUntilRestored(afterFailures: failures)
      return true
    }
  }

  /// A value that assumes a network, except while a person works offline.
  public static var mockValue: Self { switchable { _ in false } }

  /// A value that assumes a network, and repeats nothing.
  public static let testValue = Self(isOffline: { false }, setOffline: { _ in }, restored: { _ in false })

  /// Makes a value with a new switch. `restored` is called only while the switch is off.
  private static func switchable(restored: @escaping @Sendable (_ failures: Int) async throws -> Bool) -> Self {
    let offlineSwitch = OfflineSwitch()
    return Self(
      isOffline: { offlineSwitch.isOn },
      setOffline: { offlineSwitch.isOn = $0 },
      restored: { failures in
        if try await offlineSwitch.waitUntilOff() { return true }
        return try await restored(failures)
      }
    )
  }
}

extension DependencyValues {
  /// Tells when to repeat requests that failed without a connection.
  public var connectivity: Connectivity {
    get { self[Connectivity.self] }
    set { self[Connectivity.self] = newValue }
  }
}

/// Whether a person works offline.
private final class OfflineSwitch: Sendable {
  private let state = Locked(false)
  private let changes = ChangeSignal()

  var isOn: Bool {
    get { state.withLock { $0 } }
    set {
      state.withLock { $0 = newValue }
      changes.noteChange()
    }
  }

  /// Returns whether the switch was on.
  func waitUntilOff() async throws -> Bool {
    var wasOn = false
    while case let count = changes.count, isOn {
      wasOn = true
      try await changes.wait(after: count, reason: "waiting until the app works online again")
    }
    return wasOn
  }
}
