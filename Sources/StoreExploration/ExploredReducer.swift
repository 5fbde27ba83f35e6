import Dependencies
import StoreCore

/// Records whether a reducer reads the time of the story's clock: then points at different times are different points.
///
/// Dates that are made from the clock's time are recorded wherever they are made. The time that an effect reads is not:
/// most effects read it only to sleep until a later time.
package struct ExploredReducer<Base: Reducer>: CompositeReducer {
  let base: Base

  package init(_ base: Base) { self.base = base }

  package func makeReduction() -> Reduction<Base.State, Base.Action> {
    let reduction = base.makeReduction { body in SuspensionRecorder.current?.date(body) ?? body() }
    return { state, action in
      // Any use of the time counts like that of a date.
      SuspensionRecorder.current?.date { reduction(&state, action) } ?? reduction(&state, action)
    }
  }
}
