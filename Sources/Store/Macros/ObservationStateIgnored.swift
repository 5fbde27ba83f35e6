/// Marks a property of a feature's state as not observed.
///
/// The attribute is accepted, and adds nothing: only readers of the property are told of its changes.
@attached(peer)
public macro ObservationStateIgnored() = #externalMacro(module: "StoreMacrosPlugin", type: "MarkerMacro")
