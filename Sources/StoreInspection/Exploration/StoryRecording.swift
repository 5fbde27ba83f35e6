import Dependencies
import Foundation
import Store

/// Records the story that an exploration shows in the end, as a trace for `report` and `replay`.
final class StoryRecording<Feature: Reducer & SendableMetatype>: Sendable
where Feature.State: Sendable, Feature.Action: Codable & Sendable {
  private let setup: FeatureSetup<Feature>
  private let destination: TraceDestination
  /// The path of the action that is searched for, if there is one.
  private let goal: String?
  private let outcome = Locked<Result<TraceRecorder, FileError>?>(nil)

  init(_ setup: FeatureSetup<Feature>, to destination: TraceDestination, of goal: String?) {
    self.setup = setup
    self.goal = goal
    self.destination = destination
  }

  /// Makes a store for the story that records its actions, its calls, and the values that generators give to reducers.
  func makeStore(
    _ actor: any Actor,
    _ configuration: StoreConfiguration,
    _ clock: TestClock<Duration>,
    _ prepare: @escaping @Sendable (inout DependencyValues, TestClock<Duration>) -> Void
  ) -> Store<Feature.State, Feature.Action> {
    let generated = GeneratedValuesLog()
    let calls = CallLog()
    let store = setup.makeStore(
      from: StateSnapshot().detached(setup.initialState()),
      isolation: actor,
      configuration: configuration,
      generated
    ) { [setup] dependencies in
      prepare(&dependencies, clock)
      setup.observe(&dependencies, calls)
    }
    do throws(FileError) {
      let (recorder, state) = try destination.begin(
        feature: "\(Feature.self)",
        isLive: false,
        seed: DependencyValues.mockSeed,
        generated: generated,
        localization: Localization(store.dependencies),
        time: { clock.now.offset }
      ) { try store.withState(Self.encode) }
      store.record(in: recorder, from: state, encoding: Self.encode)
      calls.begin(recorder)
      outcome.withLock { $0 = .success(recorder) }
    } catch {
      outcome.withLock { $0 = .failure(error) }
    }
    return store
  }

  /// Ends the trace, and prints where it is.
  func end(_ status: ExitCode, _ console: Console) throws(FileError) -> ExitCode {
    let path = destination.path ?? "-"
    guard let outcome = outcome.withLock({ $0 }) else {
      let what = goal.map { "in which \"\($0.printable)\" comes" } ?? "that breaks a rule"
      console.write("note: \(path.printable) was not written: no story was found \(what)\n")
      return status
    }
    let end = try outcome.get().endOrThrow(status)
    console.write("\nThe story is in \(path.printable), a trace for `report` and `replay`.\n")
    return end
  }

  private static func encode(_ state: Feature.State) throws -> JSONValue {
    guard let state = state as? any Encodable else { throw Unencodable() }
    return try JSONValueEncoder().encode(state)
  }

  private struct Unencodable: Error, CustomStringConvertible {
    var description: String { "\(Feature.State.self) is not Encodable" }
  }
}
