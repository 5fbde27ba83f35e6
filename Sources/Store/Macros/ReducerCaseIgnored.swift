/// Marks a case of a `@Reducer` enum that holds a plain value, and no feature.
///
/// Its payload is in the enum's state as it is, and there are no actions for it.
@attached(peer)
public macro ReducerCaseIgnored() = #externalMacro(module: "StoreMacrosPlugin", type: "MarkerMacro")
