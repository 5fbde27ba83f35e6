import Dependencies
import Store
import Testing

@testable import StoreCore

@Suite struct RateLimitDecisionTests {
  static func limit(_ kind: RateLimit.Kind, _ edges: RateLimitEdges = [.leading, .trailing]) -> RateLimit {
    RateLimit(
      kind: kind,
      duration: .seconds(10),
      edges: edges,
      orElse: edges,
      clock: ContinuousClock(),
      at: IssueLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    )
  }

  struct Scenario: CustomTestStringConvertible {
    let name: String
    let kind: RateLimit.Kind
    var edges: RateLimitEdges = [.leading, .trailing]
    /// The times at which effects arrive, in seconds. The limit is ten seconds.
    let arrivals: [Int]
    /// The times at which effects run, and the arrivals of these effects.
    let runs: [(second: Int, arrival: Int)]

    var testDescription: String { name }
  }

  static let scenarios: [Scenario] = [
    Scenario(
      name: "debounce runs the last one after a pause",
      kind: .debounce,
      edges: .trailing,
      arrivals: [0, 5, 14, 40],
      runs: [(24, 2), (50, 3)]
    ),
    Scenario(
      name: "debounce lets one through that comes when the pause is over",
      kind: .debounce,
      edges: .trailing,
      arrivals: [0, 10, 20],
      runs: [(10, 0), (20, 1), (30, 2)]
    ),
    Scenario(
      name: "leading debounce runs the first one only, until there was a pause",
      kind: .debounce,
      edges: .leading,
      arrivals: [0, 5, 14, 23, 33, 50],
      runs: [(0, 0), (33, 4), (50, 5)]
    ),
    Scenario(
      name: "debounce on both edges runs the first and the last one",
      kind: .debounce,
      arrivals: [0, 5, 8, 40],
      runs: [(0, 0), (18, 2), (40, 3)]
    ),
    Scenario(
      name: "debounce on both edges runs a single one once",
      kind: .debounce,
      arrivals: [0, 20],
      runs: [(0, 0), (20, 1)]
    ),
    Scenario(
      name: "throttle runs the first one, and then the latest one",
      kind: .throttle(latest: true),
      arrivals: [0, 3, 6, 12, 25, 50],
      runs: [(0, 0), (10, 2), (20, 3), (30, 4), (50, 5)]
    ),
    Scenario(
      name: "throttle runs the first one that came while it was closed",
      kind: .throttle(latest: false),
      arrivals: [0, 3, 6, 12, 14],
      runs: [(0, 0), (10, 1), (20, 3)]
    ),
    Scenario(
      name: "leading throttle drops what comes while it is closed",
      kind: .throttle(latest: true),
      edges: .leading,
      arrivals: [0, 3, 9, 10, 15, 21],
      runs: [(0, 0), (10, 3), (21, 5)]
    ),
    Scenario(
      name: "trailing throttle runs the latest one at the end",
      kind: .throttle(latest: true),
      edges: .trailing,
      arrivals: [0, 3, 12, 40],
      runs: [(10, 1), (20, 2), (50, 3)]
    ),
    Scenario(
      name: "trailing throttle runs the first one at the end",
      kind: .throttle(latest: false),
      edges: .trailing,
      arrivals: [0, 3, 12],
      runs: [(10, 0), (20, 2)]
    ),
  ]

  @Test(arguments: scenarios) func decides(scenario: Scenario) {
    let limit = Self.limit(scenario.kind, scenario.edges)
    var mark: Int?
    var held: (due: Int, arrival: Int)?
    var runs: [(second: Int, arrival: Int)] = []
    func releaseIfDue(at second: Int) {
      guard let due = held, due.due <= second else { return }
      held = nil
      runs.append((due.due, due.arrival))
      if case .throttle = scenario.kind { mark = due.due }
    }

    for (arrival, second) in scenario.arrivals.enumerated() {
      releaseIfDue(at: second)
      let (decision, marks) = limit.decide(isHolding: held != nil, elapsed: mark.map { .seconds(second - $0) })
      if marks { mark = second }
      switch decision {
      case .start: runs.append((second, arrival))
      case .hold(let duration): held = (second + Int(duration.components.seconds), arrival)
      case .drop: break
      }
    }
    releaseIfDue(at: .max)

    #expect(runs.map(\.second) == scenario.runs.map(\.second))
    #expect(runs.map(\.arrival) == scenario.runs.map(\.arrival))
  }

  @Test func aCancelledDebounceIsForgotten() {
    let limit = Self.limit(.debounce)
    #expect(limit.decide(isHolding: false, elapsed: nil).decision == .start)
    #expect(limit.decide(isHolding: false, elapsed: .seconds(9)).decision == .hold(.seconds(10)))
    #expect(limit.decide(isHolding: true, elapsed: .seconds(10)).decision == .hold(.seconds(10)))
    #expect(limit.decide(isHolding: false, elapsed: .seconds(10)).decision == .start)
  }

  @Test func aCancelledThrottleStaysClosed() {
    let limit = Self.limit(.throttle(latest: false))
    #expect(limit.decide(isHolding: false, elapsed: nil).decision == .start)
    #expect(limit.decide(isHolding: false, elapsed: .seconds(1)).decision == .hold(.seconds(9)))
    let dropped = limit.decide(isHolding: true, elapsed: .seconds(2))
    #expect(dropped.decision == .drop && !dropped.marks, "The time span begins with the effect that has started.")
    #expect(limit.decide(isHolding: false, elapsed: .seconds(3)).decision == .hold(.seconds(7)))
    #expect(limit.decide(isHolding: false, elapsed: .seconds(10)).decision == .start)
  }
}
