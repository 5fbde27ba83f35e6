public import Dependencies
import Foundation
import Store

/// An endpoint of a dependency whose calls are recorded in traces. `generate-test` overrides it with the recorded
/// answers.
///
/// ```swift
/// commandLine.recordedEndpoints = [
///   #endpoint(\.githubClient.searchRepos)
/// ]
/// ```
///
/// Endpoints have to be `async throws`, with up to four parameters. Arguments and results have to be `Codable`. Errors
/// should be `Codable`, too: others are recorded as text.
public struct RecordedEndpoint: Sendable {
  package let name: String
  package let parameters: [String]
  /// The type of the endpoint's result.
  package let resultType: any (Decodable & Sendable).Type
  /// The type that makes the dependency from a closure; empty for an endpoint that is a closure.
  package let wrapper: String
  private let wrap: @Sendable (inout DependencyValues, RecordedEndpoint, any CallHandler) -> Void

  /// The errors with which calls fail in an exploration, if any are known.
  package private(set) var failures: [any Error & Sendable] = []

  /// Returns this endpoint with further errors. The program's ``StoreCommand/explore`` lets calls fail with each of
  /// them. Pass one error of each kind that features distinguish. Without this method, calls fail with an error that
  /// features do not know.
  public func failing(with errors: any Error & Sendable...) -> Self {
    var endpoint = self
    endpoint.failures += errors
    return endpoint
  }

  /// Whether the endpoint returns nothing.
  package var returnsNothing: Bool { resultType == Nothing.self }

  /// The result of `Void` endpoints.
  package struct Nothing: Codable, Sendable {}

  /// Passes the calls of the endpoint to a handler.
  package func install(_ handler: any CallHandler, in dependencies: inout DependencyValues) {
    wrap(&dependencies, self, handler)
  }

  private init(
    _ name: String,
    resultType: any (Decodable & Sendable).Type,
    wrapper: String = "",
    wrap: @escaping @Sendable (inout DependencyValues, RecordedEndpoint, any CallHandler) -> Void
  ) {
    // The name may have other parentheses, in the brackets of a subscript.
    let labels = name.last == ")" ? name.lastIndex(of: "(") : nil
    self.name = String(name[..<(labels ?? name.endIndex)])
    parameters = labels.map { name[$0...].dropFirst().dropLast().split(separator: ":").map(String.init) } ?? []
    self.resultType = resultType
    self.wrapper = wrapper
    self.wrap = wrap
  }

  /// The key path to an endpoint's closure.
  public typealias Key<Closure> = any WritableKeyPath<DependencyValues, Closure> & Sendable

  /// Calls an endpoint with arguments, by way of the handler.
  typealias Call<Output> =
    @Sendable (_ arguments: [any Encodable & Sendable], () async throws -> Output) async throws -> Output

  static func closure<Closure, Output: Codable & Sendable>(
    _ keyPath: Key<Closure>,
    _ name: String,
    _ resultType: Output.Type,
    _ wrap: @escaping @Sendable (Closure, @escaping Call<Output>) -> Closure
  ) -> Self {
    Self(name, resultType: resultType) { dependencies, endpoint, handler in
      dependencies[keyPath: keyPath] = wrap(dependencies[keyPath: keyPath]) { arguments, original in
        try await handler.call(endpoint, arguments, original: original)
      }
    }
  }

  /// Records an endpoint that returns nothing, because `Void` is not `Codable`.
  static func procedure<Closure>(
    _ keyPath: Key<Closure>,
    _ name: String,
    _ wrap: @escaping @Sendable (Closure, @escaping Call<Void>) -> Closure
  ) -> Self {
    closure(keyPath, name, Nothing.self) { original, call in
      wrap(original) { arguments, body in
        _ = try await call(arguments) {
          try await body()
          return Nothing()
        }
      }
    }
  }

  /// Unavailable: endpoints of this type can't be recorded.
  @available(
    *,
    unavailable,
    message: """
      it has to be a '@Sendable' closure that is 'async throws', as a test may have to cancel it, with up to four \
      parameters; these and the result have to be 'Codable' and 'Sendable'
      """
  )
  public static func endpoint<Closure>(_ keyPath: Key<Closure>, _ name: String) -> Self {
    fatalError("This function is unavailable, so that no code can call it.")
  }

  // One function with a parameter pack would be enough, but the compiler (6.3) crashes on it.

  /// Records an endpoint that is a closure without parameters. Its name has the form `client.endpoint(label:)`.
  public static func endpoint<Output: Codable & Sendable>(
    _ keyPath: Key<@Sendable () async throws -> Output>,
    _ name: String
  ) -> Self {
    closure(keyPath, name, Output.self) { original, call in
      { try await call([]) { try await original() } }
    }
  }

  /// Records an endpoint that is a closure without parameters and returns nothing.
  public static func endpoint(
    _ keyPath: Key<@Sendable () async throws -> Void>,
    _ name: String
  ) -> Self {
    procedure(keyPath, name) { original, call in
      { try await call([]) { try await original() } }
    }
  }

  /// Records an endpoint that is a closure with one parameter. Its name has the form `client.endpoint(label:)`.
  public static func endpoint<A: Codable & Sendable, Output: Codable & Sendable>(
    _ keyPath: Key<@Sendable (A) async throws -> Output>,
    _ name: String
  ) -> Self {
    closure(keyPath, name, Output.self) { original, call in
      { a in try await call([a]) { try await original(a) } }
    }
  }

  /// Records an endpoint that is a closure with one parameter and returns nothing.
  public static func endpoint<A: Codable & Sendable>(
    _ keyPath: Key<@Sendable (A) async throws -> Void>,
    _ name: String
  ) -> Self {
    procedure(keyPath, name) { original, call in
      { a in try await call([a]) { try await original(a) } }
    }
  }

  /// Records an endpoint that is a closure with two parameters. Its name has the form `client.endpoint(label:)`.
  public static func endpoint<A: Codable & Sendable, B: Codable & Sendable, Output: Codable & Sendable>(
    _ keyPath: Key<@Sendable (A, B) async throws -> Output>,
    _ name: String
  ) -> Self {
    closure(keyPath, name, Output.self) { original, call in
      { a, b in try await call([a, b]) { try await original(a, b) } }
    }
  }

  /// Records an endpoint that is a closure with two parameters and returns nothing.
  public static func endpoint<A: Codable & Sendable, B: Codable & Sendable>(
    _ keyPath: Key<@Sendable (A, B) async throws -> Void>,
    _ name: String
  ) -> Self {
    procedure(keyPath, name) { original, call in
      { a, b in try await call([a, b]) { try await original(a, b) } }
    }
  }

  /// Records an endpoint that is a closure with three parameters. Its name has the form `client.endpoint(label:)`.
  public static func endpoint<
    A: Codable & Sendable,
    B: Codable & Sendable,
    C: Codable & Sendable,
    Output: Codable & Sendable
  >(
    _ keyPath: Key<@Sendable (A, B, C) async throws -> Output>,
    _ name: String
  ) -> Self {
    closure(keyPath, name, Output.self) { original, call in
      { a, b, c in try await call([a, b, c]) { try await original(a, b, c) } }
    }
  }

  /// Records an endpoint that is a closure with three parameters and returns nothing.
  public static func endpoint<A: Codable & Sendable, B: Codable & Sendable, C: Codable & Sendable>(
    _ keyPath: Key<@Sendable (A, B, C) async throws -> Void>,
    _ name: String
  ) -> Self {
    procedure(keyPath, name) { original, call in
      { a, b, c in try await call([a, b, c]) { try await original(a, b, c) } }
    }
  }

  /// Records an endpoint that is a closure with four parameters. Its name has the form `client.endpoint(label:)`.
  public static func endpoint<
    A: Codable & Sendable,
    B: Codable & Sendable,
    C: Codable & Sendable,
    D: Codable & Sendable,
    Output: Codable & Sendable
  >(
    _ keyPath: Key<@Sendable (A, B, C, D) async throws -> Output>,
    _ name: String
  ) -> Self {
    closure(keyPath, name, Output.self) { original, call in
      { a, b, c, d in try await call([a, b, c, d]) { try await original(a, b, c, d) } }
    }
  }

  /// Records an endpoint that is a closure with four parameters and returns nothing.
  public static func endpoint<
    A: Codable & Sendable,
    B: Codable & Sendable,
    C: Codable & Sendable,
    D: Codable & Sendable
  >(
    _ keyPath: Key<@Sendable (A, B, C, D) async throws -> Void>,
    _ name: String
  ) -> Self {
    procedure(keyPath, name) { original, call in
      { a, b, c, d in try await call([a, b, c, d]) { try await original(a, b, c, d) } }
    }
  }

  /// Records a dependency that can itself be called with one argument and returns nothing.
  ///
  /// ```swift
  /// .callable("openURL(url:)", madeBy: "OpenURL") { values, record in
  ///   let openURL = values.openURL
  ///   values.openURL = OpenURL { url throws(OpenURLError) in
  ///     do {
  ///       try await record(url) { try await openURL(url) }
  ///     } catch {
  ///       throw error as? OpenURLError ?? .unavailable(reason: "\(error)")
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The name of the type that makes the dependency from a closure.
  ///   - wrap: Replaces the dependency by one that calls `record` with its argument and a call of the original
  ///     dependency.
  public static func callable<Argument: Codable & Sendable>(
    _ name: String,
    madeBy type: String,
    wrap:
      @escaping @Sendable (
        inout DependencyValues,
        _ record: @escaping @Sendable (Argument, _ call: @Sendable () async throws -> Void) async throws -> Void
      ) -> Void
  ) -> Self {
    Self(name, resultType: Nothing.self, wrapper: type) { dependencies, endpoint, handler in
      wrap(&dependencies) { argument, call in
        _ = try await handler.call(endpoint, [argument]) {
          try await call()
          return Nothing()
        }
      }
    }
  }
}

/// Handles the calls of endpoints.
package protocol CallHandler: Sendable {
  /// - Parameter original: Calls the original closure of the endpoint.
  func call<Output: Codable & Sendable>(
    _ endpoint: RecordedEndpoint,
    _ arguments: [any Encodable & Sendable],
    original: () async throws -> Output
  ) async throws -> Output
}
