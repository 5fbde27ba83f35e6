import Testing

@testable import Dependencies

private typealias State = TestClockState<VirtualInstant<Duration>, Int>

private func at(_ seconds: Int) -> VirtualInstant<Duration> { VirtualInstant(offset: .seconds(seconds)) }

@Suite struct TestClockStateTests {
  @Test func sleepersWakeByDeadlineThenByArrival() {
    var state = State(now: at(0))
    for (waiter, deadline) in [5, 3, 5, 1, 3].enumerated() {
      let ticket = state.announce(until: at(deadline))
      guard case .wait = state.sleep(ticket, waiter: waiter) else {
        Issue.record("\(waiter) did not have to wait")
        return
      }
    }
    #expect(state.nextDeadline == at(1))
    var woken: [Int] = []
    while let waiter = state.wakeNext(upTo: at(4)) { woken.append(waiter) }
    #expect(woken == [3, 1, 4])
    #expect(state.now == at(4))
    #expect(state.count == 2)
    while let waiter = state.wakeNext(upTo: at(9)) { woken.append(waiter) }
    #expect(woken == [3, 1, 4, 0, 2])
    #expect(state.now == at(9))
  }

  @Test func arrivalIsWhenASleepIsAnnounced() {
    var state = State(now: at(0))
    let first = state.announce(until: at(1))
    let second = state.announce(until: at(1))
    _ = state.sleep(second, waiter: 2)
    _ = state.sleep(first, waiter: 1)
    #expect(state.wakeNext(upTo: at(1)) == 1)
    #expect(state.wakeNext(upTo: at(1)) == 2)
  }

  @Test func theTimeStopsAtEachDeadline() {
    var state = State(now: at(0))
    _ = state.sleep(state.announce(until: at(2)), waiter: 1)
    #expect(state.wakeNext(upTo: at(5)) == 1)
    #expect(state.now == at(2))
    #expect(state.wakeNext(upTo: at(5)) == nil)
    #expect(state.now == at(5))
    #expect(state.wakeNext(upTo: at(1)) == nil)
    #expect(state.now == at(5))
  }

  /// Compares all sequences of six operations on two sleeps, each with any of three deadlines, with a model that is a
  /// plain list.
  @Test func allShortHistoriesAgreeWithAPlainList() {
    enum Operation: CaseIterable { case announceA, announceB, sleepA, sleepB, cancelA, cancelB, wake1, wake2 }
    struct Model {
      var now = 0
      var phase: [Phase?] = [nil, nil]
      var order = 0
      var moves = 0
    }
    enum Phase: Equatable { case announced(Int), cancelledEarly, asleep(Int), over }

    func run(_ operations: [Operation], deadlines: [Int]) {
      var state = State(now: at(0))
      var model = Model()
      var tickets: [State.Ticket?] = [nil, nil]
      for operation in operations {
        switch operation {
        case .announceA, .announceB:
          let who = operation == .announceA ? 0 : 1
          guard model.phase[who] == nil else { return }
          tickets[who] = state.announce(until: at(deadlines[who]))
          model.order += 1
          model.phase[who] = .announced(model.order)
        case .sleepA, .sleepB:
          let who = operation == .sleepA ? 0 : 1
          guard let ticket = tickets[who], let phase = model.phase[who] else { return }
          switch (phase, state.sleep(ticket, waiter: who)) {
          case (.announced(let order), .wait):
            #expect(deadlines[who] > model.now || deadlines[who] == model.now && model.moves == ticket.moves)
            model.phase[who] = .asleep(order)
          case (.announced, .wakeNow(let waiter)):
            #expect(deadlines[who] < model.now || deadlines[who] == model.now && model.moves > ticket.moves)
            #expect(waiter == who)
            model.phase[who] = .over
          case (.cancelledEarly, .cancelNow(let waiter)):
            #expect(waiter == who)
            model.phase[who] = .over
          case (.asleep, _), (.over, _): return  // a sleep begins once
          case (_, let action): Issue.record("\(operations): \(action) in \(phase)")
          }
        case .cancelA, .cancelB:
          let who = operation == .cancelA ? 0 : 1
          guard let ticket = tickets[who] else { return }
          let waiter = state.cancel(ticket)
          switch model.phase[who] {
          case .announced:
            #expect(waiter == nil)
            model.phase[who] = .cancelledEarly
          case .asleep:
            #expect(waiter == who)
            model.phase[who] = .over
          default: #expect(waiter == nil)
          }
        case .wake1, .wake2:
          let limit = operation == .wake1 ? 1 : 2
          let expected = (0..<2).filter {
            if case .asleep = model.phase[$0] { deadlines[$0] <= limit } else { false }
          }.min { left, right in
            guard case .asleep(let leftOrder) = model.phase[left], case .asleep(let rightOrder) = model.phase[right]
            else { return false }
            return (deadlines[left], leftOrder) < (deadlines[right], rightOrder)
          }
          #expect(state.wakeNext(upTo: at(limit)) == expected)
          if expected.map({ deadlines[$0] > model.now }) ?? true { model.moves += 1 }
          model.now = max(model.now, expected.map { deadlines[$0] } ?? limit)
          if let expected { model.phase[expected] = .over }
        }
        #expect(state.now == at(model.now))
        let asleep = (0..<2).filter { if case .asleep = model.phase[$0] { true } else { false } }
        #expect(state.count == asleep.count)
        #expect(state.nextDeadline == asleep.map { at(deadlines[$0]) }.min())
      }
    }

    func extend(_ operations: [Operation], deadlines: [Int]) {
      run(operations, deadlines: deadlines)
      guard operations.count < 5 else { return }
      for next in Operation.allCases { extend(operations + [next], deadlines: deadlines) }
    }
    for deadlines in [[1, 1], [1, 2], [2, 1], [0, 2]] {
      extend([.announceA], deadlines: deadlines)
    }
  }

  /// Compares many sleeps that begin, are cancelled and end with a model that is a plain list.
  @Test func longHistoriesAgreeWithAPlainList() {
    var numbers = SeededRandomNumberGenerator(seed: 7)
    for _ in 0..<20 {
      var state = State(now: at(0))
      var model: [State.Ticket] = []
      var now = 0
      for waiter in 1...500 {
        switch Int.random(in: 0..<10, using: &numbers) {
        case 0..<5:
          let deadline = now + Int.random(in: 1...30, using: &numbers)
          let ticket = state.announce(until: at(deadline))
          guard case .wait = state.sleep(ticket, waiter: ticket.arrival) else {
            Issue.record("\(waiter) did not have to wait")
            return
          }
          model.append(ticket)
        case 5..<8:
          guard let ticket = model.randomElement(using: &numbers) else { continue }
          #expect(state.cancel(ticket) == ticket.arrival)
          #expect(state.cancel(ticket) == nil)
          model.removeAll { $0 == ticket }
        default:
          now += Int.random(in: 0...3, using: &numbers)
          let expected = model.filter { $0.deadline <= at(now) }.sorted().map(\.arrival)
          var woken: [Int] = []
          while let waiter = state.wakeNext(upTo: at(now)) { woken.append(waiter) }
          #expect(woken == expected)
          model.removeAll { $0.deadline <= at(now) }
        }
        #expect(state.count == model.count)
        #expect(state.nextDeadline == model.min()?.deadline)
      }
    }
  }

  /// The time for waking, cancelling and adding a sleep hardly grows with the number of sleepers.
  @Test func oneHundredThousandCanSleep() {
    var state = State(now: at(0))
    let tickets = (0..<100_000).map { number in
      let ticket = state.announce(until: at(number % 2 == 0 ? 1 : 100_000 - number))
      _ = state.sleep(ticket, waiter: number)
      return ticket
    }
    for ticket in tickets where ticket.arrival % 3 == 0 { #expect(state.cancel(ticket) != nil) }
    var count = 0
    while state.wakeNext(upTo: at(100_000)) != nil { count += 1 }
    #expect(count == 66_667)
  }
}
