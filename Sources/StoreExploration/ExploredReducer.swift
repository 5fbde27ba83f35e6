import Dependencies
import StoreCore

/// Records whether a reducer reads the time of the story's clock. If it does, the state may depend on the time, so
/// points at different times are distinct.
///
/// Any code that makes a date from the clock's time counts. An effect that reads the time does not: most effects read
/// it only to sleep until a later time.
package struct ExploredReducer<Base: Reducer>: CompositeReducer {
  let base: Base

  package init(_ base: Base) { self.base = base }

  package func makeReduction() -> Reduction<Base.State, Base.Action> {
    let reduction = base.makeReduction { body in SuspensionRecorder.current?.date(body) ?? body() }
    return { state, action in
      // A reducer that reads the time, and not a date, counts as well.
      SuspensionRecorder.current?.date { reduction(&state, action) } ?? reduction(&state, action)
    }
  }
}
