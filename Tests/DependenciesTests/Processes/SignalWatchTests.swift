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
    func look() -> [Bool] {
      let disposition = SignalDisposition(of: SIGUSR2)
      return [disposition.isDefault, disposition.isIgnored]
    }
    let expected = look()
    do {
      let outer = SignalWatch(SIGUSR2) { _ in }
      do {
        let inner = SignalWatch(SIGUSR2) { _ in }
        withExtendedLifetime(inner) {}
      }
      withExtendedLifetime(outer) {}
    }
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
