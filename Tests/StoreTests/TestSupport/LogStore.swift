import Store

/// The actions of a feature that runs the effects of a test.
enum LogAction: Sendable {
  /// Starts an effect that the test provides.
  case run(Effect<LogAction>)
  case log(String)
}

/// Makes a store whose state is the log.
@MainActor
func makeLogStore(_ variant: StoreVariant = .immediate) -> Store<[String], LogAction> {
  makeStore([String](), variant, of: LogAction.self) { state, action in
    switch action {
    case .run(let effect): return effect
    case .log(let entry):
      state.append(entry)
      return .none
    }
  }
}

@concurrent func offTheActor(_ operation: @Sendable () async -> Void) async {
  await operation()
}
