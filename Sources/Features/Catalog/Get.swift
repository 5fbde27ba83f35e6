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
/// The key path says where the value comes from and of which type it is. Nothing else does: what loads the property asks
/// the property itself, so it can't be loaded from somewhere else. The property is a ``LoadState``, and is encoded as
/// that.
@propertyWrapper
public struct Get<Value: Codable & Equatable & Sendable>: Equatable, Sendable, Encodable {
  /// Where the value comes from.
  public let endpoint: EndpointValues.Key<Value>
  /// What there is to show.
  public var wrappedValue: LoadState<Value>
  /// How often the value was asked for. Only what answers the last time is taken.
  public var requestCount = 0

  /// Declares a value that comes from an endpoint.
  public init(_ endpoint: EndpointValues.Key<Value>) {
    self.endpoint = endpoint
    wrappedValue = .loading(placeholder: EndpointValues[endpoint].placeholder)
  }

  /// The property itself, to be named for ``GetReducer``.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
    _modify { yield &self }
  }

  /// Whether a request is under way.
  public var isLoading: Bool {
    if case .loading = wrappedValue { requestCount > 0 } else { false }
  }

  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}
