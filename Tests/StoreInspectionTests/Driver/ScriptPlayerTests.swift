import Dependencies
import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreScript

/// A feature with every kind of effect that a driver has to follow. The driver has no code for this feature.
@Reducer
private struct Sampler {
  struct State: Encodable {
    var query = ""
    var results: [String] = []
    var error: String?
    var ticks = 0
    var ids: [UUID] = []
    var date: Date?
    var ratio = 0.5
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
  }

  struct Row: Encodable, Identifiable {
    let id: Int
    var isDone = false
  }

  enum Action: Codable {
    case queryChanged(String)
    case searchStarted
    case searchResponse(SearchResponse)
    case tickButtonTapped(times: Int)
    case ticked
    case stopButtonTapped
    case stampButtonTapped
    case listenButtonTapped
    case spinButtonTapped
    case detachButtonTapped
    case detached(Int)
    case ratioChanged(Double)
    case rows(IdentifiedAction<Int, RowAction>)
  }

  enum RowAction: Codable { case toggled }
  enum SearchResponse: Codable { case success([String]), failure(String) }
  enum CancelID { case search, ticks }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.uuid) private var uuid
  @Dependency(\.date) private var date
  @Dependency(\.context) private var context

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .queryChanged(let query):
      state.query = query
      return .merge(
        .send(.searchStarted),
        .run(name: "search") { [clock] send in
          try await clock.sleep(for: .milliseconds(300))
          await send(.searchResponse(query.isEmpty ? .failure("no query") : .success([query, query.uppercased()])))
        }
        .cancellable(id: CancelID.search, cancelInFlight: true)
      )
    case .searchStarted: return .none
    case .searchResponse(.success(let results)):
      state.results = results
      return .none
    case .searchResponse(.failure(let error)):
      state.error = error
      return .none
    case .tickButtonTapped(let times):
      return .run { [clock] send in
        for _ in 0..<times {
          try await clock.sleep(for: .seconds(1))
          await send(.ticked)
        }
      }
      .cancellable(id: CancelID.ticks)
    case .ticked:
      state.ticks += 1
      return .none
    case .stopButtonTapped:
      return .cancel(id: CancelID.ticks)
    case .stampButtonTapped:
      state.ids.append(uuid())
      state.date = date.now
      state.query = "\(context)"
      return .none
    case .listenButtonTapped:
      return .run(name: "listen") { _ in
        for await _ in AsyncStream<Never>.makeStream().stream {}
      }
    case .spinButtonTapped:
      return .run(name: "spin") { _ in
        while !Task.isCancelled { await Task.yield() }
      }
    case .detachButtonTapped:
      return .run { send in
        let value = await Task.detached { 42 }.value
        await send(.detached(value))
      }
    case .detached(let value):
      state.ticks = value
      return .none
    case .ratioChanged(let ratio):
      state.ratio = ratio
      return .none
    case .rows(.element(let id, .toggled)):
      state.rows[id: id]?.isDone.toggle()
      return .none
    }
  }
}

private func player(
  _ printout: Printout,
  isLive: Bool = false,
  keepsGoing: Bool = false,
  isColored: Bool = false
) -> ScriptPlayer<Sampler> {
  ScriptPlayer(
    isLive: isLive,
    keepsGoing: keepsGoing,
    console: printout.console(isColored: isColored),
    setup: FeatureSetup(initialState: { Sampler.State() }, reducer: { Sampler() })
  )
}

/// Plays a script.
private func play(_ text: String, isLive: Bool = false) async throws -> Run {
  let printout = Printout()
  let status = await player(printout, isLive: isLive).play(try script(text))
  return Run(status: status.rawValue, output: printout.output, errors: printout.errors)
}

struct ScriptPlayerTests {
  @Test func theScreenIsDrawn() async throws {
    let printout = Printout()
    var player = player(printout, isColored: true)
    player.setup.screen = { state, _ in
      var screen = Screen<Sampler.Action>("Sampler", width: 20)
      screen.line("query: \(state.query)", .failure)
      return screen
    }
    #expect(await player.play(try script("send queryChanged \"a\"\nscreen")) == .passed)
    #expect(
      printout.output.contains(
        """
                \u{1B}[1mSampler\u{1B}[0m
                \u{1B}[2m────────────────────\u{1B}[0m
                \u{1B}[31mquery: a\u{1B}[0m

        """
      )
    )
  }

  @Test func aFeatureWithoutAScreen() async throws {
    let run = try await play("show query\nscreen")
    run.expect(.wrongInput, output: "")
    #expect(
      run.errors == """
        test:2:1: error: this feature has no screen
          screen
          ^~~~~~
          `show` prints its state, and `send` sends an action

        """
    )
  }

  @Test func aTranscriptSaysWhatHappenedAndWhy() async throws {
    let run = try await play(
      """
      send rows[id: 2].toggled
      send queryChanged "a"  # the first search is cancelled
      send queryChanged "b"
      advance 300ms
      await searchResponse
      expect results == ["b", "B"]
      show rows[id: 2]
      """
    )
    run.expect(errors: "")
    #expect(
      run.output == """
        Sampler on mock values and a virtual clock

           1  send rows[id: 2].toggled
                rows[id: 2].toggled sent by the user
                  ~ rows[id: 2].isDone: false → true

           2  send queryChanged "a"
                queryChanged "a" sent by the user
                  ~ query: "" → "a"
                searchStarted received from the reducer, after queryChanged
                  no change
                effect 1 "search" started by queryChanged
                effect 1 "search" is asleep on a TestClock until 300 ms (now 0 s)

           3  send queryChanged "b"
                queryChanged "b" sent by the user
                  ~ query: "a" → "b"
                effect 1 "search" cancelled
                searchStarted received from the reducer, after queryChanged
                  no change
                effect 2 "search" started by queryChanged
                effect 2 "search" is asleep on a TestClock until 300 ms (now 0 s)

           4  advance 300ms
                the clock shows 300 ms
                searchResponse.success ["b", "B"] received from effect 2 "search", started by queryChanged
                  + results[0]: "b"
                  + results[1]: "B"
                effect 2 "search" finished

           5  await searchResponse
                ✓ searchResponse.success was received

           6  expect results == ["b", "B"]
                ✓ results is ["b", "B"]

           7  show rows[id: 2]
                {"id": 2, "isDone": true}

        7 steps, 3 actions sent, 3 received, 1 expectation, 0 failed

        """
    )
  }

  @Test func everyRunIsTheSame() async throws {
    let text = """
      send tickButtonTapped {"times": 3}
      send stampButtonTapped
      send stampButtonTapped
      advance 1.5s
      send queryChanged "x"
      advance 1h
      send stampButtonTapped
      show
      """
    let first = try await play(text)
    first.expect()
    #expect(first.output.contains("00000000-0000-0000-0000-000000000001"))
    #expect(first.output.contains("\"2026-01-01T01:00:01.500Z\""), "the date goes with the clock")
    #expect(first.output.contains("\"query\": \"mock\""))
    for _ in 0..<20 {
      let again = try await play(text)
      #expect(again.output == first.output)
    }
  }

  @Test func awaitMovesTheVirtualClock() async throws {
    let run = try await play(
      """
      send tickButtonTapped {"times": 100}
      await ticked
      await ticked
      expect ticks == 2
      advance 5s
      expect ticks == 7
      await ticked
      expect ticks == 7
      send stopButtonTapped
      """
    )
    run.expect()
    #expect(run.output.hasSuffix("\n9 steps, 2 actions sent, 7 received, 3 expectations, 0 failed\n"))
    #expect(
      run.output.contains("effect 1 (StoreInspectionTests/ScriptPlayerTests.swift:"),
      "an effect without a name"
    )
  }

  @Test func awaitMatchesPathsAndTheirBeginnings() async throws {
    let run = try await play(
      """
      send queryChanged ""
      await searchResponse.failure
      send queryChanged "a"
      await searchResponse
      """
    )
    run.expect()
    let other = try await play(
      """
      send queryChanged ""
      await searchResponse.success
      """
    )
    other.expect(.failed)
    #expect(
      other.errors == """
        test:2:7: error: no `searchResponse.success` was received, and no effect runs that could send it
          await searchResponse.success
                ^~~~~~~~~~~~~~~~~~~~~~
          received, and not awaited:
            searchStarted
            searchResponse.failure "no query"
          no effect runs

        """
    )
  }

  @Test func effectsThatStillRunAreNamed() async throws {
    let run = try await play(
      """
      send queryChanged "a"
      send listenButtonTapped
      """
    )
    run.expect()
    #expect(
      run.output.hasSuffix(
        """
        2 effects still run:
          effect 1 "search" is asleep on a TestClock until 300 ms (now 0 s)
          effect 2 "listen" is waiting for something other than the clock
        2 steps, 2 actions sent, 1 received, 0 expectations, 0 failed

        """
      )
    )
  }

  @Test func anEffectMayLeaveTheStoresActor() async throws {
    let run = try await play(
      """
      send detachButtonTapped
      await detached within 1m
      expect ticks == 42
      """
    )
    run.expect()
  }

  @Test func anAwaitThatDependsOnTheOutsideEnds() async throws {
    let run = try await play("send listenButtonTapped\nawait detached within 1ms")
    run.expect(.failed)
    #expect(run.errors.contains("error: no `detached` was received within 1 ms\n"))
    #expect(run.errors.contains("\n  effect 1 \"listen\" is waiting for something other than the clock\n"))
  }

  /// The first `await` waits until its limit. Its effect then counts as an observer, for which no later `await` waits.
  @Test func anObserverIsWaitedForOnce() async throws {
    let printout = Printout()
    let play = player(printout, keepsGoing: true)
    let text = "send listenButtonTapped\nawait detached within 1ms\n" + "await detached within 1000h\n"
    #expect(await play.play(try script(text)) == .failed)
    #expect(printout.errors.contains("error: no `detached` was received within 1 ms\n"))
    #expect(printout.errors.contains("error: no `detached` was received within 1000 h\n"))
  }

  @Test func aLiveAwaitEndsWhenNothingRuns() async throws {
    let run = try await play("send queryChanged \"\"\nawait detached within 1000h", isLive: true)
    run.expect(.failed)
    #expect(
      run.errors == """
        test:2:7: error: no `detached` was received, and no effect runs that could send it
          await detached within 1000h
                ^~~~~~~~
          received, and not awaited:
            searchStarted
            searchResponse.failure "no query"
          no effect runs

        """
    )
  }

  @Test func liveValuesAndRealTime() async throws {
    let run = try await play(
      """
      send stampButtonTapped
      expect query == "live"
      expect ids[0] != "00000000-0000-0000-0000-000000000000"
      advance 1ns
      send detachButtonTapped
      await detached within 1m
      expect ticks == 42
      send listenButtonTapped
      """,
      isLive: true
    )
    run.expect()
    #expect(run.output.hasPrefix("Sampler on live values and real time\n"))
    #expect(run.output.contains("1 effect still runs:\n  effect 2 \"listen\"\n"))
  }
}

struct ScriptPlayerFailureTests {
  @Test func aFailedExpectationPrintsBothValuesAndEndsTheRun() async throws {
    let run = try await play(
      """
      send queryChanged "a"
      expect query == "b"
      show
      """
    )
    run.expect(.failed)
    #expect(
      run.errors == """
        test:2:8: error: expectation failed
          expect query == "b"
                 ^~~~~~~~~~~~
          expected: "b"
          actual:   "a"

        """
    )
    #expect(run.output.contains("   2  expect query == \"b\"\n        ✗ query is \"a\"\n"))
    #expect(run.output.hasSuffix("2 of 3 steps, 1 action sent, 1 received, 1 expectation, 1 failed\n"))
  }

  @Test func otherFailures() async throws {
    let unequal = try await play("expect error != null")
    unequal.expect(.failed)
    #expect(unequal.errors.hasSuffix("\n  expected: anything but null\n  actual:   null\n"))

    let missing = try await play("expect eror == null")
    missing.expect(.wrongInput)
    #expect(missing.errors.hasPrefix("test:1:8: error: the state has no `eror`\n"))

    let absent = try await play("expect rows[2].id == 3")
    absent.expect(.failed)
    #expect(absent.errors.hasPrefix("test:1:12: error: there is no [2]: `rows` has 2 elements\n"))

    let shown = try await play("show rows[0].name")
    shown.expect(.wrongInput)
    #expect(shown.errors.hasPrefix("test:1:14: error: `rows[0]` has no `name`\n"))

    try await play("send ratioChanged \"NaN\"\nexpect ratio == \"NaN\"").expect()
  }

  @Test func variables() async throws {
    let run = try await play(
      """
      let second = rows[1].id
      send rows[id: $second].toggled
      expect rows[id: $second].isDone == true
      expect rows[id: 1].isDone == false
      send stampButtonTapped
      let mode = query
      send queryChanged $mode
      expect query == $mode
      send tickButtonTapped {"times": $second}
      advance 2s
      expect ticks == $second
      let both = rows
      let second = ids
      expect rows == $both
      expect ids == $second
      await searchResponse.success
      expect results == [$mode, "MOCK"]
      """
    )
    run.expect(errors: "")
    #expect(run.output.contains("   1  let second = rows[1].id\n        second is 2\n"))
    #expect(run.output.contains("✓ rows[id: 2].isDone is true\n"))
  }

  @Test func variablesOfAnotherTypeAreFoundWhenTheyAreSent() async throws {
    let run = try await play("let name = query\nsend tickButtonTapped {\"times\": $name}\nshow")
    run.expect(.wrongInput)
    #expect(
      run.errors == """
        test:2:33: error: expected Int for `times`, found ""
          send tickButtonTapped {"times": $name}
                                          ^~~~~

        """
    )
    #expect(
      run.output.hasSuffix("2 of 3 steps, 0 actions sent, 0 received, 0 expectations, 0 failed, 1 mistake\n")
    )

    let missing = try await play("let name = rows[9].id")
    missing.expect(.failed)
    #expect(missing.errors.hasPrefix("test:1:16: error: there is no [9]: `rows` has 2 elements\n"))
  }

  @Test func whatIsWrongWhateverTheVariablesAreIsFoundBeforehand() async throws {
    let run = try await play(
      """
      let id = rows[0].id
      send rows[id: $id].togled
      send tickButtonTapped {"time": $id}
      await rows[id: $id].done
      send rows[id: $id]
      send queryChange $id
      send tickButtonTapped {"times": $id, "more": 1}
      send rows[id: $id].toggled
      await rows[id: $id]
      send searchResponse {"failed": $id}
      send searchResponse {"failure": $id}
      """
    )
    run.expect(.wrongInput, output: "")
    #expect(
      run.errors.split(separator: "\n").filter { $0.contains("error:") } == [
        "test:2:20: error: unknown action `togled`",
        "test:3:24: error: `tickButtonTapped` has no associated value `time`",
        "test:4:21: error: unknown action `done`", "test:5:19: error: a nested action is missing",
        "test:6:6: error: unknown action `queryChange`",
        "test:7:38: error: `tickButtonTapped` has no associated value `more`",
        "test:10:22: error: unknown case `failed`",
      ]
    )
  }

  @Test func aWrongScriptDoesNotRun() async throws {
    let run = try await play(
      """
      send queryChanged "a"
      send queryChange "a"
      await searchRespons
      send rows[id: "a"].toggled
      """
    )
    run.expect(.wrongInput, output: "")
    #expect(
      run.errors.split(separator: "\n").filter { $0.contains("error:") } == [
        "test:2:6: error: unknown action `queryChange`", "test:3:7: error: unknown action `searchRespons`",
        "test:4:15: error: expected Int for `id`, found \"a\"",
      ]
    )
  }

  @Test(arguments: [
    ("send listenButtonTapped\nawait detached within 24h\nshow", "waiting for detached"),
    ("send spinButtonTapped\nshow", "effect 1 \"spin\" started"),
    ("send tickButtonTapped {\"times\": 1000000000}\nadvance 876000h", "the clock shows 10 s"),
  ])
  func interruption(text: String, moment: String) async throws {
    // Cancels the run at a certain point: while it waits, in an endless loop of actions, or while it advances the
    // clock.
    let (moments, arrival) = AsyncStream.makeStream(of: Void.self)
    let printout = Printout { if $0.contains(moment) { arrival.yield() } }
    let script = try script(text)
    let run = Task { await player(printout).play(script) }
    for await _ in moments { break }
    run.cancel()
    #expect(await run.value == .interrupted)
    #expect(printout.errors.hasSuffix(": interrupted\n"))
    #expect(printout.output.hasSuffix(", 0 failed\n"))
  }

  @Test func colours() async throws {
    let printout = Printout()
    _ = await player(printout, isColored: true).play(
      try script("send queryChanged \"a\"\nsend ratioChanged 1\nadvance 1s")
    )
    #expect(printout.output.contains("\n        \u{1B}[32m  + results[0]: \"a\"\u{1B}[0m\n"))
    #expect(printout.output.contains("\n        \u{1B}[2mthe clock shows 300 ms\u{1B}[0m\n"))
  }
}
