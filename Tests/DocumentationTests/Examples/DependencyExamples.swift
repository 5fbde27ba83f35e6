import Dispatch
import Foundation
import Store
import StoreTesting
import Testing

// #include DependencyKey.swift

struct CityClient: Sendable {
  var cities: @Sendable () -> [String]
  var population: @Sendable (_ city: String) async throws -> Int
}

// #include Unimplemented.swift: extension CityClient

@Suite struct DependencyExamples {
  // #include Dependency.swift

  struct Child: Sendable {
    @Dependency(\.uuid) var uuid
    @Dependency(\.date) var date
  }

  // #include WithDependencies.swift: struct Parent

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
    // #include LockIsolated.swift
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
    // #include WithDependencies.swift: let ids = withDependencies {
    #expect(ids == [UUID(0), UUID(1)])
  }

  @Test func contexts() {
    // #include DependencyContext.swift: $0.context = .mock
    // #include DependencyContext.swift: $0 = .live
    // #include ImmediateClock.swift
    #expect(contextsOfDemos.value == [.mock, .live, .test])
    #expect(clocksOfDemos.value == [false, false, true])
  }

  /// Compiled only: it is for programs, and once for each.
  private func main() {
    // #include PreparedDependencies.swift
  }

  @Test func time() async throws {
    // #include TestClock.swift
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
      // #include WithRandomNumberGenerator.swift
      #expect((1...6).contains(roll))
    }
  }

  @Test func seededRandomNumbers() {
    struct Dice {
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

      func roll() -> Int { withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) } }
    }
    func roll() -> Int {
      // #include SeededRandomNumberGenerator.swift
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
        // #include WithEscapedDependencies.swift
      }
    }
  }

  @Test func issues() {
    let rows = [1: "one"]
    func show(_ id: Int) {
      // #include ReportIssue.swift
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
    // #include WithExpectedIssue.swift
  }
}
