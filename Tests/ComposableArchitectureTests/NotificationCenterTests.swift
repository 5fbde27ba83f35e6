import ComposableArchitecture
import Testing

@Suite struct NotificationCenterTests {
  @Test func notificationsArriveInTheirOrder() async {
    let center = NotificationCenter()
    let name = Notification.Name("changed")
    let notifications = center.notifications(named: name)
    for number in 1...3 {
      center.post(name: Notification.Name("other"), object: nil)
      center.post(name: name, object: nil, userInfo: ["number": number])
    }
    var numbers: [Int] = []
    for await notification in notifications {
      numbers.append(notification.userInfo?["number"] as? Int ?? 0)
      if numbers.count == 3 { break }
    }
    #expect(numbers == [1, 2, 3])
  }

  @Test func aLoopEndsWithItsTask() async {
    let notifications = UncheckedSendable(NotificationCenter().notifications(named: Notification.Name("changed")))
    let task = Task {
      for await _ in notifications.value {}
    }
    task.cancel()
    await task.value
  }
}
