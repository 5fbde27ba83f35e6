import Dependencies
import StoreCore

/// A reducer that notes whether it reads the time of the story's clock: then points at different times are different
/// points.
///
/// Dates that are made of the time are noted wherever they are made. The time that an effect reads is not: most effects
/// read it only to sleep until a later time.
package struct ExploredReducer<Base: Reducer>: CompositeReducer {
  let base: Base

  package init(_ base: Base) { self.base = base }

  package func makeReduction() -> Reduction<Base.State, Base.Action> {
    let reduction = base.makeReduction()
    return { state, action in noting { reduction(&state, action) } }
  }
}

/// Notes whether a function reads the time. What it makes of the time counts as a date does.
func noting<Result>(_ reduce: () -> Result) -> Result {
  SuspensionRecorder.current?.date(reduce) ?? reduce()
}
