package import StoreWeb

/// A web service, or a part of one, with sample data.
package protocol Endpoints: Sendable {
  /// The first component of the service's paths: `github` for `http://127.0.0.1:8080/github/user`.
  var name: String { get }
  /// The environment variables for the address of the service.
  var variables: [String] { get }
  /// Further environment variables, such as a token that the service accepts. None by default.
  var credentials: [String: String] { get }

  /// Answers a request. The target lacks the service's name (`/user`), and the method of a `HEAD` request is `GET`.
  ///
  /// Called on the server's thread, so it must not block. `nil` becomes a 404.
  func respond(to request: WebRequest) -> WebResponse?
}

extension Endpoints {
  package var credentials: [String: String] { [:] }
}

extension [any Endpoints] {
  /// All services, with their initial data.
  package static var all: Self {
    [GitHubEndpoints(), QiitaEndpoints(), RecipeEndpoints(), HashtagEndpoints(), CatalogEndpoints()]
  }
}
