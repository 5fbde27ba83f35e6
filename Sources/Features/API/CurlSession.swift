#if canImport(CCurl)
  import CCurl
  import Foundation
  import Dependencies

  /// Sends HTTP requests with libcurl: any number at once, on one thread, with reused connections.
  ///
  /// The thread ends when the session is released.
  final class CurlSession: Sendable {
    /// A request to the thread.
    enum Command {
      case start(CurlExchange)
      case stop(CurlExchange)
    }

    /// The commands that the thread has not taken yet. The thread shares nothing else with the callers.
    final class Mailbox: Sendable {
      fileprivate struct Contents {
        var commands: [Command] = []
        var isClosed = false
        /// The handle that wakes the thread; `nil` after the thread has ended.
        var multi: Multi?
      }

      private let contents: Locked<Contents>

      init(_ multi: Multi) {
        contents = Locked(Contents(multi: multi))
      }

      func send(_ command: Command) {
        contents.withLock { contents in
          contents.commands.append(command)
          contents.wake()
        }
      }

      func close() {
        contents.withLock { contents in
          contents.isClosed = true
          contents.wake()
        }
      }

      /// Returns the commands since the last call, or `nil` if the mailbox is closed and empty.
      func take() -> [Command]? {
        contents.withLock { contents in
          if contents.commands.isEmpty, contents.isClosed {
            contents.multi = nil
            return nil
          }
          defer { contents.commands = [] }
          return contents.commands
        }
      }
    }

    /// libcurl's multi handle, which runs many transfers.
    ///
    /// `@unchecked Sendable`: only the session's thread uses it, except for `curl_multi_wakeup`, which libcurl allows
    /// on every thread. The mailbox calls that function under its lock, and only while the handle exists.
    struct Multi: @unchecked Sendable {
      let pointer: UnsafeMutableRawPointer
    }

    private let mailbox: Mailbox
    private let limits: CurlExchange.Limits
    private let authorities: CurlExchange.Authorities

    /// Starts the thread. Returns `nil` if libcurl is out of memory.
    init?(limits: CurlExchange.Limits, authorities: CurlExchange.Authorities) {
      guard Self.isReady, let pointer = curl_multi_init() else { return nil }
      let multi = Multi(pointer: pointer)
      let mailbox = Mailbox(multi)
      self.mailbox = mailbox
      self.limits = limits
      self.authorities = authorities
      let thread = Thread { CurlLoop(multi: multi.pointer).run(mailbox) }
      thread.name = "HTTP"
      thread.start()
    }

    deinit { mailbox.close() }

    /// Sends a request, follows redirects, and returns the whole response.
    ///
    /// - Throws: `CancellationError` if the task is cancelled, otherwise an ``APIError``.
    func response(to request: HTTPRequest) async throws -> HTTPResponse {
      let deadline = ContinuousClock.now.advanced(by: request.timeout)
      var next = request
      for _ in 0...HTTPRequest.longestChainOfRedirects {
        let exchange = CurlExchange(
          next,
          deadline: deadline,
          timeout: request.timeout,
          limits: limits,
          authorities: authorities
        )
        let (response, location) = try await response(of: exchange)
        guard let location, let target = next.redirected(to: location, status: response.status) else { return response }
        next = target
      }
      throw APIError.tooManyRedirects
    }

    private func response(of exchange: CurlExchange) async throws -> CurlExchange.Answer {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          if exchange.begin(continuation) { mailbox.send(.start(exchange)) }
        }
      } onCancel: {
        if exchange.finish(.failure(CancellationError())) { mailbox.send(.stop(exchange)) }
      }
    }

    /// Whether libcurl could be initialized, once for the process.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
  }

  extension CurlSession.Mailbox.Contents {
    fileprivate func wake() {
      if let multi { curl_multi_wakeup(multi.pointer) }
    }
  }
#endif
