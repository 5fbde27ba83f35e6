import Dependencies
import Foundation
import StoreTrace

/// Shows the stores of a running program in a browser, and to agents: their actions, states and effects as they come.
///
/// ```swift
/// import Foundation
/// import Store
/// import StoreInspection
///
/// let inspector = LiveInspector(access: .control)
/// let page = try inspector.serve()
/// let agents = inspector.agentAddress ?? ""
/// FileHandle.standardError.write(Data("\(page)\n\(agents)\n".utf8))
///
/// let store = Store(initialState: Meter.State()) { Meter() }
/// store.inspect(on: inspector, name: "Meter")
///
/// try await Task.sleep(for: .seconds(3_600))
/// ```
///
/// A store is recorded only while a page is open or an agent calls, so an unused inspector costs nothing.
/// ``serve(host:port:)`` starts a server for this machine. A program that already has a server passes requests to
/// ``respond(to:)`` instead.
public final class LiveInspector: Sendable {
  /// What a page or an agent may do with the stores.
  public enum Access: Sendable {
    /// A page only shows them.
    case readOnly
    /// A page can also send actions and change the state.
    case control
  }

  /// The secret that a browser has to know. It is a part of the address that ``serve(host:port:)`` returns.
  public let token: String
  let program: String
  /// The version of the program; `nil` if it has none.
  let version: String?
  let access: Access
  let redaction: Redaction
  let signal = LiveSignal()
  /// The number of bytes that are kept of each store.
  private let limit: Int
  private let state = Locked(State())

  private struct State {
    var lastID = 0
    var stores: [LiveStore] = []
    var server: WebServer?
    /// The hosts by which the server can be reached; `nil` if any host is accepted.
    var hosts: Set<String>?
  }

  /// The number of stores that are listed after they have ended.
  private static var endedLimit: Int { 20 }

  /// - Parameters:
  ///   - program: The name of the program, which the page shows.
  ///   - access: What a page may do with the stores.
  ///   - names: Words that redact values, besides `token`, `authorization` and `password`, as in
  ///     `store.trace(to:feature:program:version:redacting:)`.
  ///   - limit: The number of bytes that are kept of each store; the oldest steps are dropped.
  public convenience init(
    program: String = ProcessInfo.processInfo.processName,
    access: Access = .readOnly,
    redacting names: [String] = [],
    limit: Int = 32 << 20
  ) {
    self.init(program: program, version: nil, access: access, redacting: names, limit: limit)
  }

  /// - Parameter version: The version of the program, which agents are told; `nil` if it has none.
  package init(
    program: String,
    version: String?,
    access: Access,
    redacting names: [String],
    limit: Int = 32 << 20
  ) {
    self.program = program
    self.version = version
    self.access = access
    self.limit = limit
    redaction = Redaction(Redaction.standardWords + names)
    var generator = SystemRandomNumberGenerator()
    token = (0..<4).map { _ in String(UInt64.random(in: .min ... .max, using: &generator), radix: 36) }.joined()
  }

  deinit { state.withLock { $0.server }?.stop() }

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - host: The address as a number. `0.0.0.0` makes the pages reachable from other machines that know the token;
  ///     they travel unencrypted then.
  ///   - port: The port. With 0 the system chooses a free one.
  /// - Returns: The address to open in a browser.
  /// - Throws: ``WebServerError`` if the port is in use.
  @discardableResult
  public func serve(host: String = "127.0.0.1", port: UInt16 = 0) throws(WebServerError) -> String {
    var limits = WebServer.Limits()
    limits.patience = .seconds(60)
    limits.longerBody = { [weak self] request in
      guard let self, access == .control, request.method == "POST", request.path == "/trace" else { return nil }
      // Only a client with the token may send a long body, so that others can't fill the memory.
      return isAuthorized(request) ? Self.traceLimit : nil
    }
    let server = try WebServer(host: host, port: port, limits: limits) { [weak self] request in
      self?.respond(to: request) ?? .respond(410)
    }
    let previous = state.withLock { state in
      defer {
        state.server = server
        state.hosts = host == "0.0.0.0" ? nil : ["\(host):\(server.port)", "localhost:\(server.port)"]
      }
      return state.server
    }
    previous?.stop()
    return address(of: server)
  }

  private func address(of server: WebServer, path: String = "") -> String { "\(server.url)/\(path)?token=\(token)" }

  /// The address to open in a browser; `nil` if no server runs.
  public var address: String? { address(path: "") }

  func address(path: String) -> String? { state.withLock { $0.server }.map { address(of: $0, path: path) } }

  /// Stops the server, if there is one. Pages that are open say so.
  public func stop() {
    let server = state.withLock { $0.server.take() }
    server?.stop()
  }

  var hosts: Set<String>? { state.withLock { $0.hosts } }
  /// The stores that the program uses, and those that have ended while a page was open.
  var stores: [LiveStore] {
    state.withLock { state in
      state.stores.removeAll { !$0.isAlive() && !$0.feed.hasBegun }
      let ended = state.stores.filter { !$0.isAlive() }
      for store in ended.dropLast(Self.endedLimit) { state.stores.removeAll { $0 === store } }
      return state.stores
    }
  }

  /// Adds a store to the pages.
  ///
  /// - Parameter isAlive: Whether the program still uses the store.
  package func add(_ name: String, isAlive: @escaping @Sendable () -> Bool) -> LiveStore {
    let store = state.withLock { state in
      state.lastID += 1
      let store = LiveStore(id: state.lastID, name: name, LiveFeed(signal, limit: limit), signal, isAlive: isAlive)
      state.stores.append(store)
      return store
    }
    signal.notify()
    return store
  }

  func store(_ id: String?) -> LiveStore? {
    let stores = stores
    guard let id, let number = Int(id) else { return stores.first }
    return stores.first { $0.id == number }
  }

  /// The list of stores, in the form that pages receive.
  ///
  /// - Parameter shown: The store that a page shows; `nil` if it shows none.
  func list(for shown: LiveStore?) -> JSONValue {
    ["stores": .array(stores.map(\.json)), "shown": shown.map { .integer(Int64($0.id)) } ?? .null]
  }
}
