/// Keeps a closure property of a ``DependencyClient()`` from being an endpoint. It needs an initial value.
@attached(peer)
public macro DependencyEndpointIgnored() = #externalMacro(module: "StoreMacrosPlugin", type: "MarkerMacro")
