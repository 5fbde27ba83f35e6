import Dependencies
import Foundation
import TestSupport
import Testing

@testable import Features

/// Requests with a closure as the transport, and with a cache in memory or in a file.
@Suite(.ownThreads) struct ResponseCacheTests {
  private let folder = TemporaryFolder()

  private typealias Endpoint = ExampleRequest

  /// A server that answers with these responses in order, and records the requests.
  private final class Server: Sendable {
    private let state: Locked<(responses: [HTTPResponse], requests: [HTTPRequest])>

    init(_ responses: [HTTPResponse]) { state = Locked((responses, [])) }

    var requests: [HTTPRequest] { state.withLock { $0.requests } }

    func respond(to request: HTTPRequest) throws -> HTTPResponse {
      try state.withLock { state in
        state.requests.append(request)
        guard !state.responses.isEmpty else { throw APIError.timeout(seconds: 1) }
        return state.responses.removeFirst()
      }
    }
  }

  private let cache = ResponseCache()
  private let now = Date(timeIntervalSince1970: 1_700_000_000)

  private static func response(_ id: Int, _ headers: HTTPHeaders = [:]) -> HTTPResponse {
    HTTPResponse(headers: headers, body: Data(#"{"id": \#(id)}"#.utf8))
  }

  private static let unchanged = HTTPResponse(status: 304)

  private static func large(_ size: Int = 90_000) -> HTTPResponse {
    HTTPResponse(body: Data(#"{"id": 1}"#.utf8) + Data(repeating: 0x20, count: size))
  }

  private func send(
    _ endpoint: Endpoint = Endpoint(),
    to server: Server,
    at date: Date? = nil,
    cache: ResponseCache? = nil,
    usesKeptAnswers: Bool = false
  ) async throws -> APIResponse<Endpoint.Response> {
    try await withDependencies {
      $0.continuousClock = ImmediateClock()
      $0.date = .constant(date ?? now)
      $0.httpTransport.send = { try server.respond(to: $0) }
      $0.responseCache = cache ?? self.cache
    } operation: {
      try await KeptAnswers.$areWelcome.withValue(usesKeptAnswers) { try await APIClient().send(endpoint) }
    }
  }

  /// What is shown before the server has answered: the id, and the date of the kept answer.
  private func kept(_ endpoint: Endpoint = Endpoint(), cache: ResponseCache? = nil) async -> (id: Int, asOf: Date)? {
    let response = try? await send(endpoint, to: Server([]), cache: cache, usesKeptAnswers: true)
    guard let response, let asOf = response.asOf else { return nil }
    return (response.value.id, asOf)
  }

  @Test func whatTheServerKnowsIsNotSentAgain() async throws {
    let modified = "Tue, 14 Nov 2023 22:13:20 GMT"
    let server = Server([
      Self.response(1, ["ETag": "W/\"a\"", "Last-Modified": modified, "X-RateLimit-Remaining": "9"]),
      HTTPResponse(status: 304, headers: ["X-RateLimit-Remaining": "8", "Content-Length": "0"]),
      Self.response(2, ["ETag": "b"]), Self.unchanged,
    ])
    _ = try await send(to: server)
    let second = try await send(to: server, at: now + 60)
    #expect(second.value.id == 1 && second.status == 200)
    #expect(second.headers["X-RateLimit-Remaining"] == "8" && second.headers["Content-Length"] == nil)
    #expect(server.requests.map { $0.headers["If-Modified-Since"] } == [nil, modified])
    #expect(await kept()?.asOf == now + 60, "the server has confirmed it")
    for _ in 1...2 { #expect(try await send(to: server).value.id == 2) }
    #expect(server.requests.map { $0.headers["If-None-Match"] } == [nil, "W/\"a\"", "W/\"a\"", "b"])
  }

  @Test func aResponseThatIsNotUnderstoodAnyMoreIsLoadedAgain() async throws {
    let request = try Endpoint().httpRequest()
    await cache.keep(HTTPResponse(headers: ["ETag": "a"], body: Data("{}".utf8)), for: request, receivedAt: now)
    let server = Server([Self.unchanged, Self.response(1)])
    #expect(await kept() == nil)
    #expect(try await send(to: server).value.id == 1)
    #expect(server.requests.map { $0.headers["If-None-Match"] } == ["a", nil])
  }

  @Test func a304ThatWasNotAskedForIsAnError() async throws {
    let own = Endpoint(headers: ["If-None-Match": "mine"])
    _ = try await send(to: Server([Self.response(1, ["ETag": "a"])]))
    await #expect(throws: APIError.status(code: 304, message: nil, retryAt: nil)) {
      try await send(own, to: Server([Self.unchanged]))
    }
    // Without an `ETag` and a date, a kept answer can't be validated.
    _ = try await send(to: Server([Self.response(1)]))
    await #expect(throws: APIError.status(code: 304, message: nil, retryAt: nil)) {
      try await send(to: Server([Self.unchanged]), at: now + 60)
    }
    #expect(await kept()?.asOf == now, "nobody has confirmed it")
  }

  @Test(
    arguments: [
      (["ETag": "\"1\""], ["ETag": "\"1\""], true), (["ETag": "\"1\""], [:], true),
      (["ETag": "\"1\""], ["ETag": "\"2\""], false), (["ETag": "W/\"1\""], ["ETag": "W/\"2\""], false),
      // Servers that compress an answer make its `ETag` weak, but not that of a 304 response.
      (["ETag": "W/\"1\""], ["ETag": "\"1\""], true), (["ETag": "\"1\""], ["ETag": "W/\"1\""], true),
      (["ETag": "\"1\"", "Last-Modified": "a"], ["ETag": "\"1\"", "Last-Modified": "b"], true),
      (["Last-Modified": "a"], ["Last-Modified": "a"], true), (["Last-Modified": "a"], ["Last-Modified": "b"], false),
      (["Last-Modified": "a"], ["ETag": "\"1\"", "Last-Modified": "a"], true),
      (["Last-Modified": "a"], ["ETag": "\"1\""], false), (["ETag": "\"1\""], ["Last-Modified": "a"], true),
    ] as [(HTTPHeaders, HTTPHeaders, Bool)]
  )
  func a304AboutAnotherVersionIsNotTaken(_ kept: HTTPHeaders, _ unchanged: HTTPHeaders, _ isTaken: Bool) async throws {
    _ = try await send(to: Server([Self.response(1, kept)]))
    let server = Server([HTTPResponse(status: 304, headers: unchanged), Self.response(2, ["ETag": "\"3\""])])
    #expect(try await send(to: server).value.id == (isTaken ? 1 : 2))
    #expect(server.requests.count == (isTaken ? 1 : 2))
    if !isTaken {
      let last = try #require(server.requests.last)
      #expect(last.headers["If-None-Match"] == nil && last.headers["If-Modified-Since"] == nil, "it is sent as a whole")
      #expect(await self.kept()?.id == 2)
    }
  }

  @Test func whatWasThereIsShownWithItsTime() async throws {
    #expect(await kept() == nil)
    _ = try await send(to: Server([Self.response(1)]))
    let entry = try #require(await kept())
    #expect(entry == (1, now))
    // Kept answers are only returned to callers that ask for them, and errors replace none.
    await #expect(throws: APIError.timeout(seconds: 1)) { try await send(to: Server([])) }
    _ = try? await send(to: Server([HTTPResponse(status: 404)]))
    #expect(await kept()?.id == 1)
  }

  @Test(
    arguments: [
      (["Cache-Control": "no-store"], false), (["Cache-Control": "max-age=0, No-Store"], false),
      (["Cache-Control": "private, max-age=60"], false), (["Cache-Control": "public, max-age=60"], true),
      (["Cache-Control": "no-cache"], false), (["Vary": "*"], false), (["Vary": "Accept, Origin"], true), ([:], true),
    ] as [(HTTPHeaders, Bool)]
  )
  func whatTheServerForbidsIsNotShown(_ headers: HTTPHeaders, _ isShown: Bool) async throws {
    _ = try await send(to: Server([Self.response(1)]))
    _ = try await send(to: Server([Self.response(2, headers)]))
    #expect(await kept()?.id == (isShown ? 2 : nil), "neither what was kept before")
  }

  @Test func whatHasToBeConfirmedIsOnlyAskedAbout() async throws {
    let server = Server([Self.response(1, ["Cache-Control": "no-cache", "ETag": "a"]), Self.unchanged])
    _ = try await send(to: server)
    #expect(await kept() == nil)
    #expect(try await send(to: server).value.id == 1)
    let endpoint = Endpoint(headers: ["Cache-Control": "no-store"])
    _ = try await send(endpoint, to: Server([Self.response(1)]))
    #expect(await kept(endpoint) == nil)
  }

  @Test func theFieldsThatAResponseDependsOnCount() async throws {
    let japanese = Endpoint(headers: ["Accept-Language": "ja"])
    _ = try await send(japanese, to: Server([Self.response(1, ["Vary": "accept-language"])]))
    #expect(await kept(japanese)?.id == 1)
    #expect(await kept(Endpoint(headers: ["Accept-Language": "en"])) == nil)
    #expect(await kept() == nil)
  }

  @Test func eachOwnerHasTheirOwn() async throws {
    let (ada, bob) = (
      Endpoint(headers: ["Authorization": "Bearer ada-1"]), Endpoint(headers: ["Authorization": "Bearer bob-1"])
    )
    _ = try await send(ada, to: Server([Self.response(1, ["Cache-Control": "private", "Vary": "Authorization"])]))
    _ = try await send(to: Server([Self.response(3)]))
    #expect(await kept(ada)?.id == 1)
    #expect(await kept(bob) == nil)
    #expect(await kept()?.id == 3)
  }

  @Test(arguments: [HTTPMethod.put, .post, .delete, .patch])
  func whatWasChangedIsForgotten(_ method: HTTPMethod) async throws {
    let owner = Endpoint(headers: ["Authorization": "Bearer ada-1"])
    for endpoint in [Endpoint(), owner] { _ = try await send(endpoint, to: Server([Self.response(1)])) }
    _ = try await send(Endpoint(path: ["others"]), to: Server([Self.response(2)]))
    _ = try await send(Endpoint(method: method), to: Server([Self.response(1)]))
    #expect(await kept() == nil)
    #expect(await kept(owner) == nil)
    #expect(await kept(Endpoint(path: ["others"]))?.id == 2)
  }

  @Test func whatWasNotUsedForTheLongestTimeGoesFirst() async throws {
    let cache = ResponseCache(byteLimit: 8_000)
    func keep(_ name: String, _ size: Int = 1_520) async throws {
      await cache.keep(Self.large(size), for: try Endpoint(path: [name]).httpRequest(), receivedAt: now)
    }
    for name in ["a", "b", "c", "d"] { try await keep(name) }
    #expect(await kept(Endpoint(path: ["a"]), cache: cache) != nil)
    try await keep("e")
    for name in ["a", "b", "c", "d", "e"] {
      let entry = await kept(Endpoint(path: [name]), cache: cache)
      #expect((entry == nil) == (name == "b"))
    }
    try await keep("a", 2_500)
    #expect(await kept(Endpoint(path: ["a"]), cache: cache) == nil, "one is no more than a quarter of all")
  }

  @Test(arguments: [false, true])
  func everythingCanBeForgotten(_ isOpenElsewhere: Bool) async throws {
    let cache = ResponseCache(Database(path: folder.path(), schema: .responses))
    let endpoint = Endpoint(headers: ["Authorization": "Bearer secret-of-ada"])
    _ = try await send(endpoint, to: Server([Self.response(7_654_321)]), cache: cache)
    _ = try await send(to: Server([Self.large(1_000_000)]), cache: cache)
    #expect(await kept(endpoint, cache: cache)?.id == 7_654_321)
    func contents() throws -> Data {
      try FileManager.default.contentsOfDirectory(at: folder.url, includingPropertiesForKeys: nil)
        .reduce(Data()) { $0 + (try Data(contentsOf: $1)) }
    }
    #expect(try contents().range(of: Data("7654321".utf8)) != nil)
    #expect(try contents().count > 1_000_000)
    #expect(try contents().range(of: Data("secret-of-ada".utf8)) == nil, "tokens are never written")
    let other = Database(path: folder.path(), schema: .responses)
    if isOpenElsewhere { try await other.read { _ in } }
    try await cache.clear()
    #expect(try contents().range(of: Data("7654321".utf8)) == nil)
    #expect(await kept(endpoint, cache: cache) == nil)
    #expect(try contents().count < 100_000, "it takes no room any more")
  }

  /// A cache that can't be used, for the given reason.
  private func broken(_ kind: String) async throws -> ResponseCache {
    let path = folder.path()
    switch kind {
    case "a damaged page", "a missing end":
      let database = Database(path: path, schema: .responses)
      _ = try await send(to: Server([Self.large()]), cache: ResponseCache(database))
      await database.close()
      let contents = try Data(contentsOf: URL(filePath: path))
      let rest = kind == "a missing end" ? Data() : Data(repeating: 0x78, count: contents.count - 4_096)
      try (contents.prefix(4_096) + rest).write(to: URL(filePath: path))
    case "no database":
      try Data(repeating: 0x78, count: 10_000).write(to: URL(filePath: path))
    case "newer":
      let database = Database(path: path, schema: .responses)
      try await database.write { _ = try $0.firstRow("PRAGMA user_version = 99") { _ in } }
      await database.close()
    case "to-dos":
      let database = Database(path: path)
      try await database.write { _ in }
      // Closing writes what is in the log to the file, which the tests compare.
      await database.close()
    case "a folder":
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case "full":
      let database = Database(path: path, schema: .responses)
      try await database.read { _ = try $0.firstRow("PRAGMA max_page_count = 1") { _ in } }
      return ResponseCache(database)
    default:
      return ResponseCache(Database { throw DatabaseError.cannotOpen(path: path, reason: kind) })
    }
    return ResponseCache(Database(path: path, schema: .responses, busyTimeout: 20))
  }

  /// Clearing replaces a damaged cache if it is the program's own. Any other file is left as it is.
  @Test(arguments: [
    ("a damaged page", true as Bool?), ("a missing end", true), ("no database", false), ("newer", false),
    ("to-dos", false), ("a folder", nil), ("full", nil), ("no place", nil),
  ])
  func aBrokenCacheIsToldOnceAndDoesNoHarm(_ kind: String, isOwn: Bool?) async throws {
    let cache = try await broken(kind)
    let before = try? Data(contentsOf: URL(filePath: folder.path()))
    var problems = cache.problems().makeAsyncIterator()
    let server = Server([Self.large(), Self.large(), Self.large()])
    for _ in 0..<3 { #expect(try await send(to: server, cache: cache).value.id == 1) }
    #expect(server.requests.count == 3)
    let problem = try #require(await problems.next())
    #expect(problem.message.contains(folder.path()))
    if kind == "full" { #expect(problem == .diskFull(path: folder.path())) }
    var others = cache.problems().makeAsyncIterator()
    #expect(await others.next() == problem)
    if isOwn == true {
      try await cache.clear()
      _ = try await send(to: Server([Self.response(2)]), cache: cache)
      #expect(await kept(cache: cache)?.id == 2)
    } else if isOwn == false {
      await #expect(throws: DatabaseError.self) { try await cache.clear() }
      #expect(try Data(contentsOf: URL(filePath: folder.path())) == before)
    }
  }

  @Test func aLockedCacheIsLeftOut() async throws {
    let cache = ResponseCache(Database(path: folder.path(), schema: .responses, busyTimeout: 20))
    _ = try await send(to: Server([Self.response(1)]), cache: cache)
    let other = try RawConnection(folder.path())
    try other.execute("BEGIN IMMEDIATE")
    #expect(try await send(to: Server([Self.response(2)]), cache: cache).value.id == 2)
    #expect(await kept(cache: cache)?.id == 1)
    var problems = cache.problems().makeAsyncIterator()
    #expect(await problems.next() == .busy(path: folder.path()))
  }

  /// From FIPS 180-4's examples, and texts around the length of a block.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (String(repeating: "a", count: 64), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
  ])
  func hashes(_ text: String, _ hash: String) { #expect(SHA256.hexadecimal(text) == hash) }
}
