/// Marks a feature's state as what is observed, and gives bindings to its properties names.
///
/// For observation it adds nothing: a ``Store`` tells the readers of any state which of the values that they read have
/// changed. A struct becomes a ``BindableState``, so that a ``BindingAction`` of it is `Codable`.
@attached(member, names: named(bindableFields))
@attached(extension, conformances: BindableState)
public macro ObservableState() = #externalMacro(module: "StoreMacrosPlugin", type: "ObservableStateMacro")

/// Marks a property of a feature's state as not observed.
///
/// The attribute is accepted, and adds nothing: only readers of the property are told of its changes.
@attached(peer)
public macro ObservationStateIgnored() = #externalMacro(module: "StoreMacrosPlugin", type: "MarkerMacro")
