/// A value in a feature's state that is loaded from an endpoint.
///
/// ```swift
/// struct State: Equatable {
///   @Get(\.users) var users
/// }
/// enum Action {
///   case users(GetAction<[User]>)
/// }
/// var body: some ReducerOf<Self> {
///   GetReducer(\.$users, action: \.users)
/// }
/// ```
///
/// The key path alone determines the type of the value and the endpoint. ``GetReducer`` reads the endpoint from the
/// property, so the property can't be loaded from another one. The property's value is a ``LoadState``, and it is
/// encoded as that.
@propertyWrapper
public struct Get<Value: Codable & Equatable & Sendable>: Equatable, Sendable, Encodable {
  /// The endpoint that returns the value.
  public let endpoint: EndpointValues.Key<Value>
  /// The value or the state of its loading.
  public var wrappedValue: LoadState<Value>
  /// The number of requests so far. Only the response to the last one is used.
  public var requestCount = 0

  /// Declares a value of an endpoint.
  public init(_ endpoint: EndpointValues.Key<Value>) {
    self.endpoint = endpoint
    wrappedValue = .loading(placeholder: EndpointValues[endpoint].placeholder)
  }

  /// The property itself, which ``GetReducer`` needs.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
    _modify { yield &self }
  }

  /// Whether a request is running.
  public var isLoading: Bool {
    if case .loading = wrappedValue { requestCount > 0 } else { false }
  }

  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}
