import Dispatch
import Foundation
import Store
import StoreTesting
import Testing

struct WeatherClient: Sendable {
  var temperature: @Sendable (_ city: String) async throws -> Double
}

extension WeatherClient: DependencyKey {
  static let liveValue = WeatherClient(temperature: { city in 21.5 })
  static let mockValue = WeatherClient(temperature: { city in 20 })
  static let testValue = WeatherClient(temperature: unimplemented("WeatherClient.temperature"))
}

extension DependencyValues {
  var weatherClient: WeatherClient {
    get { self[WeatherClient.self] }
    set { self[WeatherClient.self] = newValue }
  }
}

struct CityClient: Sendable {
  var cities: @Sendable () -> [String]
  var population: @Sendable (_ city: String) async throws -> Int
}

extension CityClient: TestDependencyKey {
  static let testValue = CityClient(
    cities: unimplemented("CityClient.cities", placeholder: []),
    population: unimplemented("CityClient.population")
  )
}

@Suite struct DependencyExamples {
  struct Clocked {
    @Dependency(\.date.now) var now
    @Dependency(WeatherClient.self) var weather
  }

  struct Child: Sendable {
    @Dependency(\.uuid) var uuid
    @Dependency(\.date) var date
  }

  struct Parent: Sendable {
    @Dependency(\.date) var date

    func makeChild() -> Child {
      // The child captures the dependencies that the parent was made with.
      withDependencies(from: self) {
        $0.uuid = .incrementing
      } operation: {
        Child()
      }
    }
  }

  private let contextsOfDemos = LockIsolated<[DependencyContext]>([])
  private let clocksOfDemos = LockIsolated<[Bool]>([])

  private func runDemo() {
    let values = DependencyValues.current
    contextsOfDemos.withValue { $0.append(values.context) }
    clocksOfDemos.withValue { $0.append(values.continuousClock is ImmediateClock<Duration>) }
  }

  @Test func values() async throws {
    let clocked = withDependencies {
      $0.date.now = Date(timeIntervalSince1970: 1)
      $0.weatherClient.temperature = { _ in 30 }
    } operation: {
      Clocked()
    }
    #expect(clocked.now == Date(timeIntervalSince1970: 1))
    #expect(try await clocked.weather.temperature("Kyoto") == 30)
    #expect(try await WeatherClient.liveValue.temperature("Kyoto") == 21.5)
    withExpectedIssue {
      #expect(CityClient.testValue.cities() == [])
    }
  }

  @Test func collecting() {
    let saved = LockIsolated<[String]>([])
    let save: @Sendable (_ text: String) -> Void = { text in
      saved.withValue { $0.append(text) }
    }
    save("Hello")
    #expect(saved.value == ["Hello"])
  }

  @Test func models() {
    let date = Date(timeIntervalSince1970: 1)
    let parent = withDependencies {
      $0.date = .constant(date)
    } operation: {
      Parent()
    }
    #expect(parent.makeChild().date() == date)
  }

  @Test func overrides() {
    func makeIDs() -> [UUID] {
      @Dependency(\.uuid) var uuid
      return [uuid(), uuid()]
    }
    let ids = withDependencies {
      $0.uuid = .incrementing
    } operation: {
      makeIDs()
    }
    #expect(ids == [UUID(0), UUID(1)])
  }

  @Test func contexts() {
    withDependencies {
      $0.context = .mock
    } operation: {
      runDemo()
    }
    withDependencies {
      $0 = .live
    } operation: {
      runDemo()
    }
    withDependencies {
      $0.continuousClock = ImmediateClock()
    } operation: {
      runDemo()
    }
    #expect(contextsOfDemos.value == [.mock, .live, .test])
    #expect(clocksOfDemos.value == [false, false, true])
  }

  /// Compiled only: it is for programs, and once for each.
  private func main() {
    prepareDependencies {
      $0.context = .mock
      $0.uuid = .incrementing
    }
  }

  @Test func time() async throws {
    let clock = TestClock()
    let deadline = clock.now.advanced(by: .seconds(5))
    let task = Task { try await clock.sleep(until: deadline) }
    await clock.advance(to: deadline)
    try await task.value
  }

  @Test func now() {
    struct Model {
      @Dependency(\.date.now) var now
    }
    let model = withDependencies {
      $0.date.now = Date(timeIntervalSince1970: 1)
    } operation: {
      Model()
    }
    #expect(model.now == Date(timeIntervalSince1970: 1))
  }

  @Test func randomNumbers() {
    withDependencies {
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    } operation: {
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

      let roll = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
      #expect((1...6).contains(roll))
    }
  }

  @Test func seededRandomNumbers() {
    struct Dice {
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

      func roll() -> Int { withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) } }
    }
    func roll() -> Int {
      withDependencies {
        $0.withRandomNumberGenerator = WithRandomNumberGenerator(SeededRandomNumberGenerator(seed: 7))
      } operation: {
        Dice().roll()  // the same every time
      }
    }
    #expect(roll() == roll())
  }

  @Test func escaping() async {
    await withDependencies {
      $0.uuid = .constant(UUID(7))
    } operation: {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        @Sendable func refresh() {
          @Dependency(\.uuid) var uuid
          #expect(uuid() == UUID(7))
          continuation.resume()
        }
        withEscapedDependencies { dependencies in
          DispatchQueue.global().async {
            dependencies.yield { refresh() }
          }
        }
      }
    }
  }

  @Test func issues() {
    let rows = [1: "one"]
    func show(_ id: Int) {
      guard let row = rows[id] else {
        reportIssue("There is no row with the id \(id).")
        return
      }
      #expect(row == "one")
    }
    show(1)
    withExpectedIssue { show(2) }
  }

  @MainActor
  @Test func expectedIssues() {
    struct Feature: Reducer {
      typealias State = Int
      enum Action { case rowTapped(id: Int) }
      func reduce(into state: inout Int, action: Action) -> Effect<Action> {
        reportIssue("There is no such row.")
        return .none
      }
    }
    let store = Store(initialState: 0) { Feature() }
    withExpectedIssue {
      store.send(.rowTapped(id: 42))  // there is no such row
    }
  }
}
