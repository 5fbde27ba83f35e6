/// The reducers of all cases of an enum of reducers, as the child of an operator.
///
/// The type of ``CaseReducer/body`` does not name them. This one leads to the enum, which does.
public struct CasesOfReducer<Enum: CaseReducer>: CompositeReducer {
  /// The states of all cases.
  public typealias State = Enum.State
  /// The actions of all cases.
  public typealias Action = Enum.Action

  @inlinable init() {}

  /// Returns the enum's body as a function.
  @inlinable public func makeReduction() -> Reduction<State, Action> { Enum.body.makeReduction() }

  /// Asks the enum.
  public static func _mayHaveLifetimes(_ visited: inout Set<ObjectIdentifier>) -> Bool {
    visited.insert(ObjectIdentifier(Enum.self)).inserted && Enum._mayHaveLifetimes(&visited)
  }
}
