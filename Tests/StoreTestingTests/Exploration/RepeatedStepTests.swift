import Dependencies
import Foundation
import Store
import StoreTesting
import TestSupport
import Testing

/// Points are reached by all steps from the beginning, also by those whose effects were cancelled.
@Suite struct RepeatedStepTests {
  struct Form: Equatable, Sendable {
    var text = 0
    var id: UUID?
    var answers: [String] = []
  }

  enum Action: Equatable, Sendable {
    case typed
    case answered(String)
  }

  private func explore(
    longest: Int = 3,
    restarts: Bool = true,
    withDependencies prepareDependencies: @escaping @Sendable (inout DependencyValues) -> Void,
    reading read: @escaping @Sendable (inout Form) -> Void = { _ in },
    always: @escaping @Sendable (Form) -> Void = { _ in }
  ) async -> ExplorationReport {
    return await explored {
      await exploreStates(of: Form(), within: .patient) {
        Reduce<Form, Action> { form, action in
          @Dependency(SearchClient.self) var client
          switch action {
          case .typed:
            form.text += 1
            read(&form)
            return .run { [text = form.text] send in
              await send(.answered(try await client.search("\(text)")))
            }
            .cancellable(id: 0, cancelInFlight: restarts)
          case .answered(let answer):
            form.answers = [answer]
            return .none
          }
        }
      } withDependencies: {
        prepareDependencies(&$0)
      } actions: { form in
        if form.text < longest { Action.typed }
      } always: {
        always($0)
      }
    }.report
  }

  @Test func effectsThatAreNotCancelledAreRunAgain() async {
    let report = await explore(restarts: false) {
      $0[SearchClient.self].search = { try await choose("search \($0)", .success($0)) }
    } always: { form in
      #expect(form.answers != ["1"] || form.text < 3)
    }
    #expect(report.counterexample?.story == "s0 a0.0 s0 s0")
  }

  /// The reducer makes another id where it is the first that it makes.
  @Test func whatAReducerMadeBeforeCounts() async {
    let report = await explore {
      $0.uuid = .incrementing
      $0[SearchClient.self].search = { try await choose("search \($0)", .success($0)) }
    } reading: { form in
      @Dependency(\.uuid) var uuid
      form.id = uuid()
    } always: { form in
      #expect(form.answers != ["3"] || form.id != UUID(2))
    }
    #expect(report.counterexample?.story == "s0 s0 s0 a0.0")
  }

  /// The client counts its calls.
  @Test func whatAClientKeepsIsSeenInItsAnswers() async {
    let report = await explore(longest: 2) {
      let count = Locked(0)
      $0[SearchClient.self].search = { _ in
        let number = count.next()
        return try await choose("search", .success("\(number)"))
      }
    } always: { form in
      #expect(form.answers != ["2"])
    }
    #expect(report.counterexample?.story == "s0 s0 a0.0")
  }

  /// A model that the cancelled effect changes is told apart.
  @Test func whatACancelledEffectDidCounts() async {
    let cancelled = ModeledValue(0)
    let report = await explore {
      $0[SearchClient.self].search = { text in
        do {
          return try await choose("search \(text)", .success(text))
        } catch {
          cancelled.withValue { $0 += 1 }
          throw error
        }
      }
    } always: { form in
      #expect(form.answers != ["3"] || cancelled.value < 2)
    }
    #expect(report.counterexample?.story == "s0 s0 s0 a0.0")
  }

  /// Two models, used in either order.
  @Test func modelsAreTheSameInWhicheverOrderTheyWereUsed() async {
    let (left, right) = (ModeledValue(false), ModeledValue(false))
    let report = await exploreStates(of: 0, within: .patient) {
      Reduce<Int, Bool> { _, isLeft in
        .run { _ in (isLeft ? left : right).withValue { $0 = true } }
      }
    } actions: { _ in
      true
      false
    }
    #expect(report.isComplete && report.points == 4, "\(report)")
  }

  /// The client counts its calls, and nothing is typed while one waits.
  @Test func whatAClientKeepsIsSeenInTheAnswersAfterASettledPoint() async {
    struct State: Equatable {
      var isWaiting = false
      var answer = 0
    }
    let report = await explored {
      await exploreStates(of: State(), within: .patient) {
        Reduce<State, Int?> { state, answer in
          @Dependency(\.uuid) var uuid
          state.isWaiting = answer == nil
          if let answer { state.answer = answer }
          guard answer == nil else { return .none }
          return .run { send in
            let number = uuid() == UUID(0) ? 1 : 2
            await send(await choose("count", number))
          }
        }
      } withDependencies: {
        $0.uuid = .incrementing
      } actions: { state in
        if !state.isWaiting { Int?.none }
      } always: { state in
        #expect(state.answer != 2)
      }
    }.report
    #expect(report.counterexample?.story == "s0 a0.0 s0 a0.0")
  }
}
