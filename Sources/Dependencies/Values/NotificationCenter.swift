public import Foundation

extension DependencyValues {
  /// The center that passes notifications on within the process.
  ///
  /// The default of a test is not that of the process: each test store, and each outermost `withDependencies`, has one of
  /// its own, to which nobody else posts.
  public var notificationCenter: NotificationCenter {
    get { self[NotificationCenterKey.self] }
    set { self[NotificationCenterKey.self] = newValue }
  }
}

private enum NotificationCenterKey: DependencyKey {
  static var liveValue: NotificationCenter { .default }
  static var mockValue: NotificationCenter { liveValue }
  static var testValue: NotificationCenter { NotificationCenter() }
}
