import Testing

@testable import Dependencies

private typealias State = TestClockState<VirtualInstant<Duration>, Int>

private func at(_ seconds: Int) -> VirtualInstant<Duration> { VirtualInstant(offset: .seconds(seconds)) }

@Suite struct TestClockStateTests {
  private enum Operation {
    case announce(Int), sleep(Int), cancel(Int), wake(upTo: Int)

    static let all = (0..<2).flatMap { [Operation.announce($0), .sleep($0), .cancel($0), .wake(upTo: $0 + 1)] }
  }

  private enum Phase { case unknown, announced, cancelledEarly, asleep, over }

  /// Compares all sequences of five operations on two sleeps with a model that is a plain list.
  @Test(arguments: [[1, 1], [1, 2], [2, 1], [0, 2]]) func allShortHistoriesAgreeWithAPlainList(deadlines: [Int]) {
    func run(_ operations: [Operation]) {
      var state = State(now: at(0))
      var tickets: [State.Ticket?] = [nil, nil]
      var (phases, orders) = ([Phase.unknown, .unknown], [0, 0])
      var (now, moves) = (0, 0)
      for (number, operation) in operations.enumerated() {
        switch operation {
        case .announce(let who):
          guard phases[who] == .unknown else { return }
          tickets[who] = state.announce(until: at(deadlines[who]))
          (phases[who], orders[who]) = (.announced, number)
        case .sleep(let who):
          // A sleep begins once.
          guard let ticket = tickets[who], [.announced, .cancelledEarly].contains(phases[who]) else { return }
          let isOver = deadlines[who] < now || deadlines[who] == now && moves > ticket.moves
          switch (phases[who], state.sleep(ticket, waiter: who)) {
          case (.announced, .wait):
            #expect(!isOver)
            phases[who] = .asleep
          case (.announced, .wakeNow(who)):
            #expect(isOver)
            phases[who] = .over
          case (.cancelledEarly, .cancelNow(who)): phases[who] = .over
          case (let phase, let action): Issue.record("\(operations): \(action) in \(phase)")
          }
        case .cancel(let who):
          guard let ticket = tickets[who] else { return }
          #expect(state.cancel(ticket) == (phases[who] == .asleep ? who : nil))
          if phases[who] == .announced { phases[who] = .cancelledEarly }
          if phases[who] == .asleep { phases[who] = .over }
        case .wake(let limit):
          let expected = (0..<2).filter { phases[$0] == .asleep && deadlines[$0] <= limit }
            .min { (deadlines[$0], orders[$0]) < (deadlines[$1], orders[$1]) }
          #expect(state.wakeNext(upTo: at(limit)) == expected)
          if expected.map({ deadlines[$0] > now }) ?? true { moves += 1 }
          now = max(now, expected.map { deadlines[$0] } ?? limit)
          if let expected { phases[expected] = .over }
        }
        #expect(state.now == at(now))
        let asleep = (0..<2).filter { phases[$0] == .asleep }
        #expect(state.count == asleep.count)
        #expect(state.nextDeadline == asleep.map { at(deadlines[$0]) }.min())
      }
    }

    func extend(_ operations: [Operation]) {
      run(operations)
      guard operations.count < 5 else { return }
      for next in Operation.all { extend(operations + [next]) }
    }
    extend([.announce(0)])
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
}
