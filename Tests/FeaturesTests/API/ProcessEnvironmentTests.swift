import Dependencies
import Features
import Foundation
import Testing

struct ProcessEnvironmentTests {
  @Test func blankVariablesAreNotSet() throws {
    let environment: ProcessEnvironment = ["A": " b\n", "C": " \t", "D": "", "URL": "http://127.0.0.1:8080/v3"]
    #expect(environment["A"] == "b")
    #expect(environment["C"] == nil && environment["D"] == nil && environment["E"] == nil)
    #expect(try environment.url("URL", default: "https://a.example").absoluteString == "http://127.0.0.1:8080/v3")
    #expect(try environment.url("D", default: "https://b.example").absoluteString == "https://b.example")
  }

  @Test(arguments: [
    ("ftp://x", "must begin with http:// or https://"), ("localhost:3001", "must begin with http:// or https://"),
    ("https://", "has no host"), ("https://me:hunter2@x", "must not hold a user or a password"),
    ("https://x?y", "must not have a query or a fragment"), ("https://x:y", "is not an address"),
    ("http://localhost:99999", "must have a port from 1 to 65535, or none"),
    ("http://localhost:0", "must have a port from 1 to 65535, or none"), ("http://[::1", "is not an address"),
  ])
  func namesTheVariableThatIsMalformed(_ value: String, _ problem: String) {
    let error = #expect(throws: APIError.self) {
      try ProcessEnvironment(["A_URL": value]).url("A_URL", default: "https://a.example")
    }
    #expect(error?.message == "A_URL \(problem). Set it to something like https://a.example.")
  }

  /// The message names the variable but does not contain its value.
  @Test(arguments: ClientEndpoint.all.filter { $0.service.token != nil })
  func namesTheVariableOfATokenThatCanNotBeSent(_ endpoint: ClientEndpoint) async throws {
    let name = try #require(endpoint.service.token)
    let error = await #expect(throws: APIError.self) {
      try await live(
        [endpoint.service.address: "http://127.0.0.1:1", name: "ghp_1\nX-Evil: 1"],
        operation: endpoint.call
      )
    }
    #expect(
      error?.message == "\(name) has characters that can't be sent, such as a line break. Set it to the token alone."
    )
    #expect(
      error.map(Texts(locale: Locale(identifier: "ja")).message)
        == "\(name) に、改行など送信できない文字が含まれています。トークンだけを設定してください。"
    )
  }

  @Test func showsNamesOnly() {
    let environment: ProcessEnvironment = ["TOKEN": "s3cret", "A": "b"]
    var dumped = "\(environment) \(String(reflecting: environment))"
    dump(environment, to: &dumped)
    #expect(dumped.contains("A, TOKEN"))
    #expect(!dumped.contains("s3cret"))
  }

  @Test func isThatOfTheProcessUnlessItIsReplaced() {
    for (context, path) in [(DependencyContext.live, ProcessInfo.processInfo.environment["PATH"]), (.mock, nil)] {
      withDependencies {
        $0.context = context
      } operation: {
        @Dependency(\.processEnvironment) var environment
        #expect(environment["PATH"] == path)
      }
    }
  }
}
