import Dependencies
import Foundation

/// Keeps the responses to `GET` requests in a database.
///
/// The cache never fails a request, and never delays one for long: if the database can't be used, no responses are
/// kept. Problems of the database are reported by ``problems()``.
///
/// ``keep(_:for:receivedAt:)`` describes which responses are kept. Responses to requests with credentials are kept
/// apart by a hash of the credentials. The credentials themselves are not kept.
final class ResponseCache: Sendable {
  /// A kept response.
  struct Entry: Equatable, Sendable {
    var response: HTTPResponse
    /// The time when the server sent or confirmed the response.
    var receivedAt: Date
  }

  private struct Followers {
    var lastProblem: DatabaseError?
    var continuations: [Int: AsyncStream<DatabaseError>.Continuation] = [:]
    var lastID = 0
  }

  private let database: Database
  private let byteLimit: Int
  private let followers = Locked(Followers())

  /// - Parameters:
  ///   - database: A database with the schema ``DatabaseSchema/responses``.
  ///   - byteLimit: The maximum number of bytes of all responses together. The least recently used responses are
  ///     removed to make room.
  init(_ database: Database, byteLimit: Int = 20_000_000) {
    self.database = database
    self.byteLimit = byteLimit
  }

  /// A cache in memory.
  convenience init(byteLimit: Int = 20_000_000) {
    self.init(Database(inMemory: .responses), byteLimit: byteLimit)
  }

  /// Closes the file for good.
  func end() { database.end() }

  // MARK: Responses

  /// The kept response to a request, or `nil` if there is none.
  func entry(for request: HTTPRequest) async -> Entry? {
    guard let key = Key(request) else { return nil }
    let entry = await attempt {
      try await self.database.read { connection in
        try connection.firstRow(
          "SELECT headers, body, received_at, variant FROM responses WHERE url = ? AND owner = ?",
          key.url,
          key.owner
        ) { row -> Entry? in
          guard
            let headers = try? JSONDecoder().decode(
              HTTPHeaders.self,
              from: Data(try row.read(0, as: String.self).utf8)
            ),
            try row.read(3) == request.variant(varyingBy: headers)
          else { return nil }
          return Entry(response: HTTPResponse(headers: headers, body: try row.read(1)), receivedAt: try row.read(2))
        }
      }
    }
    guard let entry, let entry else { return nil }
    // Errors are ignored, because a file that can't be written can still be read.
    _ = try? await database.write { connection in
      try connection.run(
        "UPDATE responses SET used = ? WHERE url = ? AND owner = ?",
        try Self.nextUse(connection),
        key.url,
        key.owner
      )
    }
    return entry
  }

  /// Keeps the response to a request in place of the previous one, or removes that one if the new one may not be kept.
  ///
  /// Only responses with the status 200 are kept. Those with `Cache-Control: no-store` or `Vary: *` are not. Private
  /// responses without credentials are not kept either, because it is unknown whom they belong to.
  func keep(_ response: HTTPResponse, for request: HTTPRequest, receivedAt date: Date) async {
    guard let key = Key(request) else { return }
    let row = Row(response, key, variant: request.variant(varyingBy: response.headers))
    await attempt {
      try await self.database.write { [byteLimit] connection in
        guard let row, row.size <= byteLimit / 4 else { return try Self.remove(key, connection) }
        try connection.run(
          """
          INSERT INTO responses (url, owner, variant, headers, body, received_at, size, used)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (url, owner) DO UPDATE SET variant = excluded.variant, headers = excluded.headers,
            body = excluded.body, received_at = excluded.received_at, size = excluded.size, used = excluded.used
          """,
          key.url,
          key.owner,
          row.variant,
          row.headers,
          response.body,
          date,
          row.size,
          try Self.nextUse(connection)
        )
        try Self.makeRoom(byteLimit, connection)
      }
    }
  }

  /// Keeps the successful response to a `GET` request. After another request, which may have changed the resource at
  /// its address, removes the responses that were kept for the address.
  ///
  /// - Parameter isOutdated: Whether the request may also have changed the resource at another address.
  func update(
    with response: HTTPResponse,
    to request: HTTPRequest,
    outdating isOutdated: @Sendable (URL) -> Bool = { _ in false }
  ) async {
    switch request.method {
    case .get:
      @Dependency(\.date.now) var now
      await keep(response, for: request, receivedAt: now)
    case .head:
      return
    case .post, .put, .patch, .delete:
      await remove { $0 == request.url || isOutdated($0) }
    }
  }

  /// Removes the responses that were kept for addresses.
  ///
  /// - Complexity: O(*n*) in the number of kept responses.
  func remove(where isOutdated: @Sendable (URL) -> Bool) async {
    await attempt {
      let urls = try await self.database.read { connection in
        try connection.rows("SELECT DISTINCT url FROM responses") { row in try row.read(0, as: String.self) }
      }
      let outdated = urls.filter { URL(string: $0).map(isOutdated) ?? false }
      if outdated.isEmpty { return }
      try await self.database.write { connection in
        for url in outdated { try connection.run("DELETE FROM responses WHERE url = ?", url) }
      }
    }
  }

  /// Removes all responses. A damaged file is deleted, and a new one is made when it is needed.
  ///
  /// - Throws: ``DatabaseError``
  func clear() async throws {
    do {
      try await database.write { connection in try connection.run("DELETE FROM responses") }
      // If other programs use the file at the moment, it keeps its size.
      try? await database.compact()
      // The log may still contain the deleted responses.
      try await database.emptyLog()
      await database.close()
    } catch let error as DatabaseError {
      guard case .corrupt = error, try await database.deleteOwnFile() else { throw error }
    }
    followers.withLock { $0.lastProblem = nil }
  }

  private static func nextUse(_ connection: DatabaseConnection) throws -> Int {
    try connection.firstRow("SELECT coalesce(max(used), 0) + 1 FROM responses") { row in try row.read(0) } ?? 1
  }

  private static func remove(_ key: Key, _ connection: DatabaseConnection) throws {
    try connection.run("DELETE FROM responses WHERE url = ? AND owner = ?", key.url, key.owner)
  }

  private static func makeRoom(_ byteLimit: Int, _ connection: DatabaseConnection) throws {
    var size =
      try connection.firstRow("SELECT coalesce(sum(size), 0) FROM responses") { try $0.read(0, as: Int.self) } ?? 0
    while size > byteLimit {
      let oldest = try connection.firstRow("SELECT id, size FROM responses ORDER BY used LIMIT 1") { row in
        (id: try row.read(0, as: Int.self), size: try row.read(1, as: Int.self))
      }
      guard let oldest else { return }
      try connection.run("DELETE FROM responses WHERE id = ?", oldest.id)
      size -= oldest.size
    }
  }

  // MARK: Problems

  /// Returns a stream of the database's problems. A problem that repeats is reported once, until another one occurs or
  /// ``clear()`` succeeds.
  func problems() -> AsyncStream<DatabaseError> {
    let (problems, continuation) = AsyncStream.makeStream(of: DatabaseError.self, bufferingPolicy: .bufferingNewest(1))
    let id = followers.withLock { followers in
      followers.lastID += 1
      followers.continuations[followers.lastID] = continuation
      if let problem = followers.lastProblem { continuation.yield(problem) }
      return followers.lastID
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.followers.withLock { $0.continuations.removeValue(forKey: id) }
    }
    return problems
  }

  /// Runs an operation. Returns `nil` if the database fails, which is reported, or if the task was cancelled.
  @discardableResult
  private func attempt<Value: Sendable>(_ operation: @Sendable () async throws -> Value) async -> Value? {
    do {
      return try await operation()
    } catch is CancellationError {
      return nil
    } catch {
      let problem = DatabaseError(error)
      followers.withLock { followers in
        guard followers.lastProblem != problem else { return }
        followers.lastProblem = problem
        for continuation in followers.continuations.values { continuation.yield(problem) }
      }
      return nil
    }
  }
}

/// Identifies the response to a request.
private struct Key: Sendable {
  let url: String
  let owner: String

  /// Returns `nil` if the response to the request must not be kept.
  init?(_ request: HTTPRequest) {
    guard request.method == .get, !request.headers.cacheControl.contains("no-store") else { return nil }
    // The sender already has a copy, or wants only a part.
    for name in ["If-None-Match", "If-Modified-Since", "Range"] where request.headers[name] != nil { return nil }
    url = request.url.absoluteString
    owner = request.headers.credentials.map(SHA256.hexadecimal) ?? ""
  }
}

/// The column values of a response.
private struct Row: Sendable {
  let headers: String
  let variant: String
  let size: Int

  /// Returns `nil` if the response must not be kept.
  init?(_ response: HTTPResponse, _ key: Key, variant: String?) {
    let cacheControl = response.headers.cacheControl
    guard response.status == 200, let variant, !cacheControl.contains("no-store"),
      !cacheControl.contains("private") || !key.owner.isEmpty
    else { return nil }
    var headers = response.headers
    headers["Set-Cookie"] = nil
    guard let encoded = try? JSONEncoder().encode(headers) else { return nil }
    self.headers = String(decoding: encoded, as: UTF8.self)
    self.variant = variant
    // The other columns and the indexes take about 300 bytes.
    size = response.body.count + encoded.count + 2 * key.url.utf8.count + 300
  }
}

extension HTTPHeaders {
  /// The directives of `Cache-Control`, in lowercase and without their arguments.
  var cacheControl: Set<String> {
    Set(elements(of: "Cache-Control").map { $0.prefix { $0 != "=" }.trimmingCharacters(in: .whitespaces) })
  }
}

extension HTTPRequest {
  /// A hash of the fields of this request that a response depends on, or `nil` if it depends on more than the request.
  /// Credentials are left out: they are a part of the key.
  fileprivate func variant(varyingBy response: HTTPHeaders) -> String? {
    let names = Set(response.elements(of: "Vary"))
    guard !names.contains("*") else { return nil }
    let fields = names.subtracting(HTTPHeaders.secretNames).sorted().map { "\($0): \(headers[$0] ?? "")\n" }
    return SHA256.hexadecimal(fields.joined())
  }
}
