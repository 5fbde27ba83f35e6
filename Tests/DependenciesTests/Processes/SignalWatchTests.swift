import Dependencies
import Foundation
import Testing

@Suite(.serialized) struct SignalWatchTests {
  enum Before: CaseIterable { case `default`, ignored, handled }

  @Test(arguments: Before.allCases)
  func aSignalDoesWhatItDidBeforeTheWatch(_ before: Before) {
    let original = SignalDisposition(of: SIGUSR2)
    defer { original.restore() }
    switch before {
    case .default: signal(SIGUSR2, SIG_DFL)
    case .ignored: signal(SIGUSR2, SIG_IGN)
    case .handled: signal(SIGUSR2) { _ in }
    }
    func look() -> [Bool] { [SignalDisposition(of: SIGUSR2).isDefault, SignalDisposition(of: SIGUSR2).isIgnored] }
    let expected = look()
    var nested = [SignalWatch(SIGUSR2) { _ in }, SignalWatch(SIGUSR2) { _ in }]
    while nested.popLast() != nil {}
    #expect(look() == expected)
    // In the other order as well.
    var watches = [SignalWatch(SIGUSR2) { _ in }, SignalWatch(SIGUSR2) { _ in }]
    watches.removeFirst()
    #expect(look() == [false, true])
    watches.removeAll()
    #expect(look() == expected)
    do {
      let interruption = Interruption(of: SIGUSR2) {}
      withExtendedLifetime(interruption) {}
    }
    #expect(look() == expected)
  }
}
