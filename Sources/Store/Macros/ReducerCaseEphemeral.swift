/// Marks a case of a `@Reducer` enum that holds ``EphemeralState``, and no feature.
///
/// Cases that hold an `AlertState` or a `ConfirmationDialogState` need no mark.
@attached(peer)
public macro ReducerCaseEphemeral() = #externalMacro(module: "StoreMacrosPlugin", type: "MarkerMacro")
