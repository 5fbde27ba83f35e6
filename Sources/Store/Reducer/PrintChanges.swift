extension Reducer {
  /// Prints every action and the changes that it made to the state.
  ///
  /// ```swift
  /// let store = Store(initialState: Counter.State()) {
  ///   Counter()._printChanges()
  /// }
  /// ```
  ///
  /// For debugging: it costs a copy of the state and a comparison for every action.
  ///
  /// - Parameter printer: Determines what is printed; `nil` prints nothing.
  public func _printChanges(
    _ printer: _ReducerPrinter<State, Action>? = .customDump
  ) -> PrintChangesReducer<Self> {
    PrintChangesReducer(base: self, printer: printer)
  }
}

/// Prints an action and its changes for `_printChanges(_:)`.
public struct _ReducerPrinter<State, Action> {
  let printChange: (_ action: Action, _ oldState: State, _ newState: State) -> Void

  /// Makes a printer from a function.
  public init(printChange: @escaping (_ action: Action, _ oldState: State, _ newState: State) -> Void) {
    self.printChange = printChange
  }

  /// Prints the action in full, and the difference that it made to the state.
  public static var customDump: Self {
    customDump { print($0) }
  }

  /// Prints only the case of the action.
  public static var actionLabels: Self {
    Self { action, _, _ in print("received action: \(caseName(of: action))") }
  }

  /// Does what ``customDump`` does, with an output of your own.
  static func customDump(to output: @escaping (String) -> Void) -> Self {
    Self { action, oldState, newState in
      let difference = valueDiff(oldState, newState)?.split(separator: "\n", omittingEmptySubsequences: false)
      output(
        """
        received action:
        \(indentedDump(action))
        \(difference?.map { "  \($0)" }.joined(separator: "\n") ?? "  (No state changes)")

        """
      )
    }
  }

  /// Returns the case of an action as it is written in the source, including those of child features:
  /// `Action.child(.row(.tapped))`.
  static func caseName(of action: Action) -> String {
    func name(_ value: Any) -> String {
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .enum else { return "" }
      guard let child = mirror.children.first else { return ".\(EnumCaseName.text(of: value))" }
      let payload = Mirror(reflecting: child.value)
      let inner =
        payload.displayStyle == .tuple ? payload.children.map { name($0.value) }.joined() : name(child.value)
      return ".\(child.label ?? "")" + (inner.isEmpty ? "" : "(\(inner))")
    }
    return "\(Action.self)\(name(action))"
  }
}

/// The reducer that `_printChanges(_:)` returns.
public struct PrintChangesReducer<Base: Reducer>: CompositeReducer {
  fileprivate let base: Base
  fileprivate let printer: _ReducerPrinter<Base.State, Base.Action>?

  /// Returns a function that runs the reducer, which is built once, and prints what has changed.
  public func makeReduction() -> Reduction<Base.State, Base.Action> {
    let base = base.makeReduction()
    guard let printer else { return base }
    return { state, action in
      let oldState = StateSnapshot().detached(state)
      let effect = base(&state, action)
      printer.printChange(action, oldState, StateSnapshot().detached(state))
      return effect
    }
  }

  /// Asks the reducer.
  public static func _mayHaveLifetimes(_ visited: inout Set<ObjectIdentifier>) -> Bool {
    Base._mayHaveLifetimes(&visited)
  }
}
