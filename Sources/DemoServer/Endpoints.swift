package import LoopbackServer

/// A web service, or a part of one, over generated data.
package protocol Endpoints: Sendable {
  /// The first component of the paths under which the service is found: `github` for `http://127.0.0.1:8080/github/user`.
  var name: String { get }
  /// The environment variables that tell a program where to find the service.
  var variables: [String] { get }
  /// Further environment variables that a program needs: a token that the service accepts. None by default.
  var credentials: [String: String] { get }

  /// Answers a request, whose target begins after the service's name: `/user`. A `HEAD` request comes as `GET`.
  ///
  /// Called on the server's thread: it must not block. `nil` is answered with 404.
  func respond(to request: LoopbackRequest) -> LoopbackAnswer?
}

extension Endpoints {
  package var credentials: [String: String] { [:] }
}

extension [any Endpoints] {
  /// All services that there are, each with its data as it is at first.
  package static var all: Self {
    [GitHubEndpoints(), QiitaEndpoints(), RecipeEndpoints(), HashtagEndpoints(), CatalogEndpoints()]
  }
}
