public import Foundation

extension DependencyValues {
  /// The center that passes notifications on within the process.
  ///
  /// By default a test does not use the center of the process. Each test has a center of its own, or in XCTest each
  /// test store and each outermost `withDependencies`, so that no other test posts to it.
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
