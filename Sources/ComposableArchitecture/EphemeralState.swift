/// The name of `EphemeralState` in the Composable Architecture.
public typealias _EphemeralState = EphemeralState
