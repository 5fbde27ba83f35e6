import Dependencies
import Store
import StoreTrace

// The commands of a store whose program knows the feature.
extension StoreControl {
  var offers: Set<LiveOffer> {
    let offers: [LiveOffer?] = [
      tools.screen.map { _ in .screen }, tools.hasScript ? .script : nil, tools.test.map { _ in .test },
      tools.state.map { _ in .traces },
    ]
    return Set(offers.compactMap(\.self))
  }

  func goOn(from trace: TraceReader, step: Int?) async -> LiveCommand.Outcome {
    guard let read = tools.state else {
      return .refused("This program can't read traces. A command line of the feature can: `repl --inspect=control`.")
    }
    let state: UncheckedSendable<State>
    do {
      // This is sound because only the store uses the state from now on.
      state = UncheckedSendable(try read(trace, step))
    } catch {
      return .refused((error as? LiveRefusal)?.message ?? "\(error)")
    }
    return await onStore { [feed] store, memory in
      store.restore(state.value, step: feed.lastStep, cancellingEffects: true)
      memory.steps = []
      feed.commit()
      return .done()
    }
  }

  func screen(after number: Int?) async throws(LiveRefusal) -> JSONValue {
    guard let draw = tools.screen else { throw LiveRefusal("The feature has no screen.") }
    let answer = await handle.withStore { [memory] store in
      let memory = memory.value
      let state = number.map { memory.state(after: $0) } ?? store.stateSnapshot
      return state.map { state in
        withDependencies {
          $0 = store.dependencies
        } operation: {
          draw(state, store.dependencies)
        }
      }
    }
    guard let answer else { throw LiveRefusal(Self.released) }
    guard let lines = answer else { throw LiveRefusal(Memory.unknown(number ?? 0)) }
    return ["lines": .array(lines.map { .array([.string(feed.hidden(in: $0.text)), .string($0.style)]) })]
  }

  func script() async throws(LiveRefusal) -> String {
    let script = await handle.withStore { [memory] _ in
      Result { () throws -> String in
        guard let script = memory.value.script else { throw LiveRefusal("Only sessions at a prompt have a script.") }
        return try script()
      }
      .mapError { $0 as? LiveRefusal ?? LiveRefusal("\($0)") }
    }
    guard let script else { throw LiveRefusal(Self.released) }
    return try script.get()
  }

  func test() async throws(LiveRefusal) -> String {
    guard let make = tools.test else {
      throw LiveRefusal("This program can't make tests. A command line of the feature can: `generate-test`.")
    }
    do {
      return try await make(TraceReader(name: "session.jsonl", feed.trace()))
    } catch {
      throw error as? LiveRefusal ?? LiveRefusal("\(error)")
    }
  }
}
