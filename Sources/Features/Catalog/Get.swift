public import Foundation

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
/// property, so the property can't be loaded from another one. A property may have a placeholder of its own:
/// `@Get(\.users, placeholder: [])`. The property's value is a ``LoadState``, and it is
/// encoded as that.
@propertyWrapper
public struct Get<Value: Codable & Equatable & Sendable>: Equatable, Sendable, Encodable {
  /// The endpoint that returns the value. Setting another endpoint, such as one with another parameter, discards the
  /// value; the value of the new endpoint has yet to be loaded.
  public var endpoint: EndpointValues.Key<Value> {
    didSet {
      guard endpoint != oldValue else { return }
      wrappedValue = .loading(placeholder: placeholder)
      omittedCount = 0
      asOf = nil
      earlierRequestCount = requestCount
    }
  }
  /// The value to display until the value is loaded.
  public var placeholder: Value { ownPlaceholder ?? EndpointValues[endpoint].placeholder }
  /// The value or the state of its loading.
  public var wrappedValue: LoadState<Value>
  /// The number of elements of a list that were left out because they can't be read.
  public var omittedCount = 0
  /// The time of the kept response that the value comes from, until the service's response replaces it; `nil` for a
  /// value that the service has just sent.
  public var asOf: Date?
  /// The number of requests so far, to all endpoints. Only the response to the last one is used.
  public var requestCount = 0
  /// The number of requests to earlier endpoints.
  private var earlierRequestCount = 0

  private let ownPlaceholder: Value?

  /// Declares a value of an endpoint.
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint.
  ///   - placeholder: The value to display until the value is loaded, instead of the endpoint's own.
  public init(_ endpoint: EndpointValues.Key<Value>, placeholder: Value? = nil) {
    self.endpoint = endpoint
    ownPlaceholder = placeholder
    wrappedValue = .loading(placeholder: placeholder ?? EndpointValues[endpoint].placeholder)
  }

  /// The property itself, which ``GetReducer`` needs.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
    _modify { yield &self }
  }

  /// Whether a request is running.
  public var isLoading: Bool {
    if case .loading = wrappedValue { requestCount > earlierRequestCount } else { false }
  }

  /// Encodes the state of the value's loading alone.
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}
