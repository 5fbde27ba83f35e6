import Dependencies
import Foundation
import Testing

@Suite struct ConcurrencyTests {
  @Test func uncheckedSendable() throws {
    class Box { var count = 1 }
    @UncheckedSendable var box = Box()
    let read: @Sendable () -> Int = { [box = $box] in box.count }
    #expect(read() == 1)
    $box.count = 2
    #expect(box.count == 2)
    #expect(UncheckedSendable(1) == UncheckedSendable(wrappedValue: 1))
    let data = try JSONEncoder().encode([UncheckedSendable("a")])
    #expect(String(decoding: data, as: UTF8.self) == #"["a"]"#)
    #expect(try JSONDecoder().decode([UncheckedSendable<String>].self, from: data) == [UncheckedSendable("a")])
  }

  @Test(
    arguments: [
      (1, AnyHashableSendable(1), true), (1, AnyHashableSendable(1 as UInt8), true), (1, "1", false),
      (true, true, true),
      (AnyHashableSendable(AnyHashableSendable("a")), "a", true),
      (1.5, AnyHashableSendable(1.5 as any Hashable & Sendable), true),
    ] as [(AnyHashableSendable, AnyHashableSendable, Bool)]
  )
  func anyHashable(_ first: AnyHashableSendable, _ second: AnyHashableSendable, areEqual: Bool) {
    #expect((first == second) == areEqual)
    #expect((Set([first, second]).count == 1) == areEqual)
    #expect((first as AnyHashable == second as AnyHashable) == areEqual)
    #expect(first as AnyHashable == AnyHashable(first.base))
    #expect("\(first)" == "\(first.base)" && String(reflecting: first).hasPrefix("AnyHashableSendable("))
  }

  @Test func whatWaitsForEverIsOverWhenItIsCancelled() async throws {
    await Task.megaYield(count: -1)
    #expect(await Task { 1 }.cancellableValue == 1)
    #expect(try await Task { () throws -> Int in 1 }.cancellableValue == 1)
    await #expect(throws: Failure.self) { try await Task { throw Failure() }.cancellableValue }
    let inner = Task { try? await Task.never() }
    let failing = Task<Int, any Error> { try await Task<Int, Never>.never() }
    let outer = Task {
      await inner.cancellableValue
      for await _ in AsyncStream<Int>.never {}
      for try await _ in AsyncThrowingStream<Int, any Error>.never {}
      _ = try await failing.cancellableValue
    }
    outer.cancel()
    await #expect(throws: CancellationError.self) { try await outer.value }
    #expect(inner.isCancelled && failing.isCancelled)
  }

  struct Count: AsyncSequence, Sendable {
    var isFailing = false

    struct AsyncIterator: AsyncIteratorProtocol {
      var isFailing: Bool
      var count = 0
      mutating func next() async throws -> Int? {
        count += 1
        if count <= 3 { return count }
        if isFailing { throw DependenciesTests.Failure() }
        return nil
      }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(isFailing: isFailing) }
  }

  @Test(arguments: [false, true]) func streams(isFailing: Bool) async throws {
    let count = Count(isFailing: isFailing)
    var elements: [Int] = []
    for await element in count.eraseToStream() { elements.append(element) }
    #expect(elements == [1, 2, 3])
    elements = []
    do {
      for try await element in UncheckedSendable(count).eraseToThrowingStream() { elements.append(element) }
      #expect(!isFailing)
    } catch {
      #expect(isFailing && error is Failure)
    }
    #expect(elements == [1, 2, 3])
    for await _ in AsyncStream<Int>.finished { Issue.record("There are no elements.") }
    await #expect(throws: Failure.self) {
      for try await _ in AsyncThrowingStream<Int, any Error>.finished(throwing: Failure()) {}
    }
  }

  @Test func anyClock() async throws {
    let clock: ImmediateClock = .immediate
    try await clock.sleep(for: .seconds(3))
    let unknown: any Clock<Duration> = clock
    let any = AnyClock(unknown)
    #expect(any.now.offset == .zero)
    #expect(any.minimumResolution == clock.minimumResolution)
    try await any.sleep(until: any.now.advanced(by: .seconds(1)))
    #expect(any.now.offset == .seconds(1))
    #expect(clock.now.offset == .seconds(4))
  }
}
