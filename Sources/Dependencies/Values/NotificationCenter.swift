public import Foundation

extension DependencyValues {
  /// The center that passes notifications on within the process.
  ///
  /// The default of tests is not that of the process: nobody posts to it but what is tested.
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
