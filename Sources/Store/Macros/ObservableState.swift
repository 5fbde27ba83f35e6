/// Marks the state of a feature, and names its properties for encoded bindings.
///
/// Nothing is added for observation, because a ``Store`` observes state of any type. A struct becomes a
/// ``BindableState``, so that a ``BindingAction`` of it is `Codable`.
@attached(member, names: named(bindableFields))
@attached(extension, conformances: BindableState)
public macro ObservableState() = #externalMacro(module: "StoreMacrosPlugin", type: "ObservableStateMacro")

/// Marks a property of a feature's state as not observed.
///
/// The attribute is accepted and adds nothing: only readers of the property are notified of its
/// changes.
@attached(peer)
public macro ObservationStateIgnored() = #externalMacro(module: "StoreMacrosPlugin", type: "MarkerMacro")
