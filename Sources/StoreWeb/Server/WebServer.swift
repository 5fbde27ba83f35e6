import CMicroHTTPD
import Dependencies
import Foundation

/// An HTTP/1.1 server on libmicrohttpd. A closure provides the responses.
///
/// ```swift
/// let server = try WebServer { request in
///   request.path == "/users" ? .json("[]") : .respond(404)
/// }
/// defer { server.stop() }
/// print(server.url)
/// ```
///
/// Only this machine can reach the server unless another host is passed. Its ``Limits`` restrict the number of
/// connections (further ones wait to be accepted), and the time and size of a request. Requests that are not HTTP are
/// answered with 400, or their connection is closed.
public final class WebServer: Sendable {
  /// The limits of the resources that clients can use.
  public struct Limits: Sendable {
    /// The maximum number of simultaneous connections.
    public var connections = 64
    /// The time after which an idle connection is closed, in whole seconds.
    public var patience = Duration.seconds(10)
    /// The maximum number of bytes of a body.
    public var body = 1 << 20
    /// The maximum number of bytes of the request line and the header fields.
    public var head = 1 << 15
    /// Returns a larger limit for the body of a request; `nil` if ``body`` is the limit. The body of the request is
    /// still empty then.
    var longerBody: (@Sendable (WebRequest) -> Int?)?

    /// Makes the limits of a server for one person.
    public init() {}

    /// The maximum number of bytes of the body of a request.
    func body(of request: WebRequest) -> Int { max(body, longerBody?(request) ?? 0) }
  }

  /// The address of the network interface.
  public let host: String
  /// The requested port, or the one that the system chose.
  public let port: UInt16

  /// The address of the server.
  public var url: String { "http://\(host == "0.0.0.0" ? "127.0.0.1" : host):\(port)" }

  private let exchanges: WebExchanges
  private let watch: Task<Void, Never>
  /// `nil` when the server was stopped.
  private let daemon: Locked<UncheckedSendable<OpaquePointer>?>

  /// Starts the server.
  ///
  /// - Parameters:
  ///   - host: The address as a number. `0.0.0.0` makes the server reachable from other machines.
  ///   - port: The port. With 0 the system chooses a free one.
  ///   - limits: The limits of the resources that clients can use.
  ///   - respond: Called on the server's thread for each complete request, in the order of their arrival. It must not
  ///     block. For a response that takes some time, return ``WebResponse/later(_:)``.
  /// - Throws: ``WebServerError`` if the port is in use or no socket can be created.
  public init(
    host: String = "127.0.0.1",
    port: UInt16 = 0,
    limits: Limits = Limits(),
    respond: @escaping @Sendable (WebRequest) -> WebResponse
  ) throws(WebServerError) {
    let socket = try ListeningSocket.open(host: host, port: port)
    do {
      self.port = try ListeningSocket.port(of: socket)
    } catch {
      close(socket)
      throw error
    }
    self.host = host
    exchanges = WebExchanges(limits: limits, respond: respond)
    let daemon = swift_mhd_start(
      socket,
      UInt32(clamping: limits.connections),
      UInt32(clamping: max(1, limits.patience.components.seconds)),
      // The library also uses this memory for the bytes that it sends.
      limits.head + (1 << 15),
      Unmanaged.passUnretained(exchanges).toOpaque(),
      beginExchange,
      handleExchange,
      completeExchange
    )
    guard let daemon else {
      let error = WebServerError(doing: "start a server on \(host):\(port)")
      close(socket)
      throw error
    }
    self.daemon = Locked(UncheckedSendable(daemon))
    // The library does not notice when the client of a suspended connection leaves.
    watch = Task { [exchanges] in
      while (try? await Task.sleep(for: .seconds(1))) != nil { exchanges.closeAbandoned() }
    }
  }

  deinit { stop() }

  /// Closes all connections and the port, and waits for the end of the server's thread. Further calls have no effect.
  /// Clients that wait for a response are disconnected. Don't call this method from `respond`.
  public func stop() {
    guard let daemon = daemon.withLock({ $0.take() }) else { return }
    watch.cancel()
    // A server with suspended connections can't be stopped.
    exchanges.close()
    MHD_stop_daemon(daemon.value)
  }
}

/// The requests that a server is answering.
final class WebExchanges: Sendable {
  private struct State {
    var exchanges: [ObjectIdentifier: WebExchange] = [:]
    var isClosed = false
  }

  let limits: WebServer.Limits
  let respond: @Sendable (WebRequest) -> WebResponse
  private let state = Locked(State())

  init(limits: WebServer.Limits, respond: @escaping @Sendable (WebRequest) -> WebResponse) {
    self.limits = limits
    self.respond = respond
  }

  func insert(_ exchange: WebExchange) {
    let isClosed = state.withLock { state in
      state.exchanges[ObjectIdentifier(exchange)] = exchange
      return state.isClosed
    }
    if isClosed { exchange.close() }
  }

  func remove(_ exchange: WebExchange) {
    state.withLock { _ = $0.exchanges.removeValue(forKey: ObjectIdentifier(exchange)) }
  }

  /// Ends the waiting for responses to clients that have left.
  func closeAbandoned() {
    for exchange in state.withLock({ Array($0.exchanges.values) }) { exchange.closeIfClientHasLeft() }
  }

  /// Ends the waiting for responses, now and in the future.
  func close() {
    let exchanges = state.withLock { state in
      state.isClosed = true
      return Array(state.exchanges.values)
    }
    for exchange in exchanges { exchange.close() }
  }
}

// The functions that the library calls, on its thread. The context of a server lives until the server is stopped; the
// context of a request is retained from `beginExchange` to `completeExchange`, which are called once for each request.

private func beginExchange(
  _ context: UnsafeMutableRawPointer?,
  _ target: UnsafePointer<CChar>?,
  _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let context, let target else { return nil }
  let exchanges = Unmanaged<WebExchanges>.fromOpaque(context).takeUnretainedValue()
  let exchange = WebExchange(target: String(cString: target), exchanges)
  exchanges.insert(exchange)
  return Unmanaged.passRetained(exchange).toOpaque()
}

private func handleExchange(
  _ context: UnsafeMutableRawPointer?,
  _ connection: OpaquePointer?,
  _ path: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?,
  _ version: UnsafePointer<CChar>?,
  _ data: UnsafePointer<CChar>?,
  _ size: UnsafeMutablePointer<Int>?,
  _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let connection, let method, let size, let pointer = request?.pointee else { return swift_mhd_no }
  let exchange = Unmanaged<WebExchange>.fromOpaque(pointer).takeUnretainedValue()
  let bytes = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : size.pointee)
  size.pointee = 0
  return exchange.handle(connection, method: String(cString: method), bytes) ? swift_mhd_yes : swift_mhd_no
}

private func completeExchange(
  _ context: UnsafeMutableRawPointer?,
  _ connection: OpaquePointer?,
  _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ reason: MHD_RequestTerminationCode
) {
  guard let context, let pointer = request?.pointee else { return }
  request?.pointee = nil
  let exchange = Unmanaged<WebExchange>.fromOpaque(pointer).takeRetainedValue()
  Unmanaged<WebExchanges>.fromOpaque(context).takeUnretainedValue().remove(exchange)
  exchange.close()
}
