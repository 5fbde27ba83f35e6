import Dependencies
import Foundation
import Store
import StoreScript
import StoreTrace

/// Lets a page control a store.
protocol LiveControl: Sendable {
  func perform(_ command: LiveCommand) async -> LiveCommand.Outcome
  /// The further commands that this store offers.
  var offers: Set<LiveOffer> { get }
  /// Restores the state after a step of a trace, or after its last step if there is no number.
  func goOn(from trace: TraceReader, step: Int?) async -> LiveCommand.Outcome
  /// Returns the lines of the screen after a step, or of the present screen if there is no number.
  func screen(after step: Int?) async throws(LiveRefusal) -> JSONValue
  /// Returns the statements that led here.
  func script() async throws(LiveRefusal) -> String
  /// Makes a test of the session.
  func test() async throws(LiveRefusal) -> String
  /// Lists the actions below a path; `nil` if actions can't be decoded. Throws a ``LiveRefusal`` if the store is gone.
  func actions(below path: [String]) async throws -> JSONValue?
  /// Stops remembering steps.
  func end() async
}

/// The commands that only some stores offer.
enum LiveOffer: String, Comparable {
  case screen, script, test, traces

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Makes and lists actions, on the actor of their store.
struct LiveActions<Action> {
  let decode: (String) throws -> Action
  let list: ([String]) throws -> JSONValue
}

extension LiveActions where Action: Decodable {
  init() {
    decode = { try ActionDecoder<Action>().decode($0) }
    list = { try ActionList<Action>().json(below: $0) }
  }
}

/// Controls a store of a feature.
final class StoreControl<State, Action>: LiveControl {
  /// The latest steps, and the functions that make actions.
  final class Memory {
    struct Step {
      let number: Int
      /// `nil` for a change by an effect.
      let action: Action?
      let before: State
      let after: State
    }

    let actions: LiveActions<Action>?
    /// The statements that led here; `nil` if the session has none.
    let script: (() throws -> String)?
    var steps: [Step] = []
    var token: InspectorToken?

    /// The number of steps that a page can go back.
    static var limit: Int { 200 }

    init(_ actions: LiveActions<Action>?, _ script: (() throws -> String)?) {
      (self.actions, self.script) = (actions, script)
    }

    func append(_ step: Step) {
      if steps.count >= 2 * Self.limit { steps.removeFirst(Self.limit) }
      steps.append(step)
    }
  }

  let handle: StoreHandle<State, Action>
  let feed: LiveFeed
  let tools: LiveTools<State>
  /// Used only on the store's actor: by the inspector, and in closures of `withStore`.
  let memory: UncheckedSendable<Memory>

  /// - Parameters:
  ///   - store: The store. The feed has to receive its steps before this control does.
  ///   - actions: The functions that make actions; `nil` if actions can't be decoded.
  init(
    _ store: Store<State, Action>,
    _ feed: LiveFeed,
    _ actions: LiveActions<Action>?,
    _ tools: LiveTools<State> = LiveTools(),
    script: (() throws -> String)? = nil
  ) {
    handle = store.handle
    self.feed = feed
    self.tools = tools
    let memory = Memory(actions, script)
    self.memory = UncheckedSendable(memory)
    memory.token = store.inspect(
      with: Inspector { [feed, weak memory] step in
        switch step {
        case .reduced(let action, _, let before, let after):
          memory?.append(.init(number: feed.lastStep, action: action, before: before, after: after))
        case .modified(_, _, let before, let after):
          memory?.append(.init(number: feed.lastStep, action: nil, before: before, after: after))
        default: break
        }
      }
    )
  }

  func end() async {
    _ = await handle.withStore { [memory] _ in memory.value.token?.cancel() }
  }

  func actions(below path: [String]) async throws -> JSONValue? {
    let list = await handle.withStore { [memory] _ in Result { try memory.value.actions?.list(path) } }
    guard let list else { throw LiveRefusal(Self.released) }
    return try list.get()
  }

  func perform(_ command: LiveCommand) async -> LiveCommand.Outcome {
    switch command {
    case .send(let text):
      return await onStore { store, memory in
        guard let actions = memory.actions else {
          return .refused("The actions of this store can't be decoded: they are not Decodable.")
        }
        do {
          store.send(try actions.decode(text))
          return store.isLocked ? .done("The store is locked: the action waits.") : .done()
        } catch {
          let reasons = (error as? Diagnostic).map { [$0.message] + $0.notes } ?? ["\(error)"]
          return .refused(reasons.joined(separator: "; "))
        }
      }
    case .jump(let number, let cancelsEffects):
      return await onStore { store, memory in
        guard let state = memory.state(after: number) else { return Self.unknown(number) }
        store.restore(state, step: number, cancellingEffects: cancelsEffects)
        return .done()
      }
    case .skip(let number): return await onStore { Self.skip(number, $0, $1) }
    case .lock(let isLocked):
      return await onStore { store, _ in
        store.isLocked = isLocked
        return .done()
      }
    case .commit:
      return await onStore { [feed] _, memory in
        memory.steps = []
        feed.commit()
        return .done()
      }
    }
  }

  func onStore(
    _ body: @Sendable (Store<State, Action>, Memory) -> LiveCommand.Outcome
  ) async -> LiveCommand.Outcome {
    await handle.withStore { [memory] in body($0, memory.value) }
      ?? .refused(Self.released)
  }

  static var released: String { "The store has been released: its program no longer uses it." }

  /// Restores the state before a step, and reduces the actions after it again, without their effects.
  private static func skip(_ number: Int, _ store: Store<State, Action>, _ memory: Memory) -> LiveCommand.Outcome {
    guard let index = memory.steps.firstIndex(where: { $0.number == number }) else { return unknown(number) }
    let later = memory.steps[(index + 1)...]
    if let change = later.first(where: { $0.action == nil }) {
      return .refused(
        "Step \(change.number) is a change by an effect, which can't be made again. Jump to step \(number - 1) instead."
      )
    }
    let actions = later.compactMap(\.action)
    store.restore(memory.steps[index].before, step: number - 1, cancellingEffects: true)
    for action in actions { store.redo(action) }
    return .done()
  }

  private static func unknown(_ number: Int) -> LiveCommand.Outcome { .refused(Memory.unknown(number)) }
}

extension StoreControl.Memory {
  static func unknown(_ number: Int) -> String {
    "The program no longer has the state after step \(number): it keeps those of the latest \(limit) steps."
  }

  func state(after number: Int) -> State? {
    if let step = steps.last(where: { $0.number == number }) { return step.after }
    return steps.first.flatMap { $0.number == number + 1 ? $0.before : nil }
  }
}
