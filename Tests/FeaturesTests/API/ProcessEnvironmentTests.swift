import Dependencies
import Features
import Foundation
import Testing

struct ProcessEnvironmentTests {
  @Test func blankVariablesAreNotSet() {
    let environment: ProcessEnvironment = ["A": " b\n", "C": " \t", "D": ""]
    #expect(environment["A"] == "b")
    #expect(environment["C"] == nil)
    #expect(environment["D"] == nil)
    #expect(environment["E"] == nil)
  }

  @Test func readsAddresses() throws {
    let environment: ProcessEnvironment = ["A_URL": "http://127.0.0.1:8080/v3"]
    #expect(try environment.url("A_URL", default: "https://a.example").absoluteString == "http://127.0.0.1:8080/v3")
    #expect(try environment.url("B_URL", default: "https://b.example").absoluteString == "https://b.example")
  }

  @Test(arguments: [
    ("ftp://x", "A_URL must begin with http:// or https://. Set it to something like https://a.example."),
    ("localhost:3001", "A_URL must begin with http:// or https://. Set it to something like https://a.example."),
    ("https://", "A_URL has no host. Set it to something like https://a.example."),
    (
      "https://me:hunter2@x",
      "A_URL must not hold a user or a password. Set it to something like https://a.example."
    ),
    ("https://x?y", "A_URL must not have a query or a fragment. Set it to something like https://a.example."),
    ("https://x:y", "A_URL is not an address. Set it to something like https://a.example."),
    (
      "http://localhost:99999",
      "A_URL must have a port from 1 to 65535, or none. Set it to something like https://a.example."
    ),
    (
      "http://localhost:0",
      "A_URL must have a port from 1 to 65535, or none. Set it to something like https://a.example."
    ),
    ("http://[::1", "A_URL is not an address. Set it to something like https://a.example."),
  ])
  func namesTheVariableThatIsMalformed(_ value: String, _ reason: String) {
    let error = #expect(throws: APIError.self) {
      try ProcessEnvironment(["A_URL": value]).url("A_URL", default: "https://a.example")
    }
    #expect(error?.message == reason)
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
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.processEnvironment) var environment
      #expect(environment["PATH"] == ProcessInfo.processInfo.environment["PATH"])
    }
    withDependencies {
      $0.context = .mock
    } operation: {
      @Dependency(\.processEnvironment) var environment
      #expect(environment["PATH"] == nil)
    }
  }
}
