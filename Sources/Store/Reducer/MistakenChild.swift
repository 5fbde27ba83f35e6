/// The child in braces with a mistake. It lets the compiler report the mistake where it is.
struct MistakenChild<Place, CaseAction, Child: Reducer>: PlacedChild {
  func makeReducer<Parent: Reducer>(_ site: ChildSite<Parent, Place, CaseAction>) -> ChildReducer<Parent, Child> {
    fatalError("No code can call this, because a reducer that does not fit its place does not compile.")
  }
}
