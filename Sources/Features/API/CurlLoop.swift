#if canImport(CCurl)
  import CCurl
  import Foundation

  /// The loop of a ``CurlSession``'s thread: it runs the transfers and reports those that finish. Only that thread uses
  /// it.
  struct CurlLoop {
    private let multi: UnsafeMutableRawPointer
    private var exchanges: [UnsafeMutableRawPointer: CurlExchange] = [:]

    init(multi: UnsafeMutableRawPointer) {
      self.multi = multi
      // A process has a limited number of descriptors, so further requests wait for a connection.
      swift_curl_set_limit(multi, CURLMOPT_MAX_HOST_CONNECTIONS, 32)
      swift_curl_set_limit(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, 128)
    }

    /// Runs until the mailbox is closed and empty.
    func run(_ mailbox: CurlSession.Mailbox) {
      var loop = self
      Self.ignoreBrokenPipes()
      while loop.obeyCommands(of: mailbox) {
        loop.work()
        // The mailbox, a socket, or a timer of libcurl ends the wait.
        curl_multi_poll(multi, nil, 0, 60_000, nil)
      }
      for easy in loop.exchanges.keys { loop.remove(easy) }
      curl_multi_cleanup(multi)
    }

    /// Performs the commands in the mailbox. Returns `false` if the mailbox is closed and empty.
    ///
    /// Releases the commands before the thread waits, so that the thread does not keep finished exchanges alive.
    private mutating func obeyCommands(of mailbox: CurlSession.Mailbox) -> Bool {
      guard let commands = mailbox.take() else { return false }
      for command in commands { obey(command) }
      return true
    }

    private mutating func obey(_ command: CurlSession.Command) {
      switch command {
      case .start(let exchange):
        // The exchange may have been cancelled since the command was sent.
        guard exchange.isUnderWay else { return }
        guard let easy = exchange.makeTransfer() else { return exchange.fail(.unexpected(.outOfMemory)) }
        exchanges[easy] = exchange
        let code = curl_multi_add_handle(multi, easy)
        guard code == CURLM_OK else {
          exchange.fail(.unexpected(reason: String(cString: curl_multi_strerror(code))))
          return remove(easy)
        }
      case .stop(let exchange):
        if let easy = exchange.transfer { remove(easy) }
      }
    }

    private mutating func work() {
      var running: Int32 = 0
      curl_multi_perform(multi, &running)
      var rest: Int32 = 0
      while let message = curl_multi_info_read(multi, &rest) {
        guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
        // Removing the handle destroys the message, so the result is read first.
        exchanges[easy]?.complete(swift_curl_result(message))
        remove(easy)
      }
    }

    private mutating func remove(_ easy: UnsafeMutableRawPointer) {
      guard let exchange = exchanges.removeValue(forKey: easy) else { return }
      curl_multi_remove_handle(multi, easy)
      exchange.destroyTransfer()
    }

    /// Keeps a broken pipe from ending the process: writing to a closed connection becomes an error of that write.
    private static func ignoreBrokenPipes() {
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
  }
#endif
