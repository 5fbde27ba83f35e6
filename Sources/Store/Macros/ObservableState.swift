/// Marks a feature's state as what is observed.
///
/// The attribute is accepted, and adds nothing: a ``Store`` tells the readers of any state which of the values that they
/// read have changed.
@attached(peer)
public macro ObservableState() = #externalMacro(module: "StoreMacrosPlugin", type: "ObservableStateMacro")
