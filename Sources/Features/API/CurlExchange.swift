#if canImport(CCurl)
  import CCurl
  import Foundation
  import Dependencies

  /// One request and its response on a ``CurlSession``, without redirects.
  ///
  /// It ends exactly once: with the response, an error or cancellation, whichever comes first.
  ///
  /// `@unchecked Sendable`: only the session's thread uses the variables, except for `progress`, which has a lock.
  final class CurlExchange: @unchecked Sendable {
    /// The limits of a response.
    struct Limits {
      /// The maximum number of bytes of the decompressed body.
      var body: Int
      /// The maximum number of bytes of the header fields, including interim responses and trailers.
      var header = 256 * 1024
      /// The timeout for connecting to the server.
      var connecting = Duration.seconds(15)
    }

    /// The location of the certificates of trusted authorities. `nil` is the system's default.
    struct Authorities {
      var file: String?
      var folder: String?

      /// Reads the environment variables that OpenSSL uses.
      init(_ environment: ProcessEnvironment) {
        file = environment["SSL_CERT_FILE"]
        folder = environment["SSL_CERT_DIR"]
      }
    }

    /// A response and, if it is a redirect, its target.
    typealias Answer = (response: HTTPResponse, location: String?)

    private enum Progress {
      /// No task waits for the response yet.
      case idle
      case running(CheckedContinuation<Answer, any Error>)
      case finished
    }

    private let request: HTTPRequest
    private let deadline: ContinuousClock.Instant
    private let timeout: Duration
    private let limits: Limits
    private let authorities: Authorities
    private let progress = Locked(Progress.idle)

    /// libcurl's handle for the transfer; `nil` unless it is running.
    private(set) var transfer: UnsafeMutableRawPointer?
    private var fields: UnsafeMutablePointer<curl_slist>?
    private var head = HTTPResponseHead()
    private var headerSize = 0
    /// The timeout to report if it expires before any part of the request was sent.
    private var connectingTimeout = Duration.zero
    private var body = Data()
    /// The reason why the rest of the response was refused.
    private var refusal: APIError?

    init(
      _ request: HTTPRequest,
      deadline: ContinuousClock.Instant,
      timeout: Duration,
      limits: Limits,
      authorities: Authorities
    ) {
      self.request = request
      self.deadline = deadline
      self.timeout = timeout
      self.limits = limits
      self.authorities = authorities
    }

    // MARK: On any thread

    /// - Returns: Whether to start the transfer. If not, the continuation has been resumed.
    func begin(_ continuation: CheckedContinuation<Answer, any Error>) -> Bool {
      let begins = progress.withLock { progress in
        guard case .idle = progress else { return false }
        progress = .running(continuation)
        return true
      }
      if !begins { continuation.resume(throwing: CancellationError()) }
      return begins
    }

    /// - Returns: Whether a task was waiting for the result.
    @discardableResult
    func finish(_ result: Result<Answer, any Error>) -> Bool {
      let last = progress.withLock { progress in
        defer { progress = .finished }
        return progress
      }
      guard case .running(let continuation) = last else { return false }
      continuation.resume(with: result)
      return true
    }

    var isUnderWay: Bool { progress.withLock { if case .running = $0 { true } else { false } } }

    func fail(_ error: APIError) { finish(.failure(error)) }

    // MARK: On the session's thread

    /// Creates libcurl's handle of this exchange.
    func makeTransfer() -> UnsafeMutableRawPointer? {
      guard let easy = curl_easy_init() else { return nil }
      transfer = easy
      // Keeps libcurl from changing the program's signal handlers.
      swift_curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
      swift_curl_leave_resolver_behind(easy)
      swift_curl_allow_web_only(easy)
      swift_curl_set_text(easy, CURLOPT_URL, request.url.absoluteString)
      swift_curl_set_text(easy, CURLOPT_ACCEPT_ENCODING, "deflate, gzip")
      swift_curl_set_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
      swift_curl_set_long(easy, CURLOPT_TCP_KEEPALIVE, 1)
      // Requests to an HTTP/2 server share a connection once it is known that the server speaks HTTP/2.
      if request.url.scheme == "https" { swift_curl_set_long(easy, CURLOPT_PIPEWAIT, 1) }
      // libcurl sends a request again if a reused connection ends without a response. The server may already have
      // performed a `POST`, so a request that is not idempotent gets a new connection.
      if !request.method.isIdempotent { swift_curl_set_long(easy, CURLOPT_FRESH_CONNECT, 1) }
      setTimeouts(easy)
      setAuthorities(easy)
      // Refuses a body at once if its announced length is too large. After HEAD no body follows.
      if request.method != .head {
        swift_curl_set_offset(easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(limits.body))
      }
      setMethodAndBody(easy)
      setFields(easy)
      let context = Unmanaged.passUnretained(self).toOpaque()
      swift_curl_set_pointer(easy, CURLOPT_WRITEDATA, context)
      swift_curl_set_pointer(easy, CURLOPT_HEADERDATA, context)
      // The context pointer stays valid: the loop retains the exchange for as long as the handle exists.
      swift_curl_set_receive(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
        CurlExchange.in(context)?.receiveBody(bytes, size * count) == true ? size * count : 0
      }
      swift_curl_set_receive(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
        CurlExchange.in(context)?.receiveHeader(bytes, size * count) == true ? size * count : 0
      }
      swift_curl_set_pointer(easy, CURLOPT_XFERINFODATA, context)
      swift_curl_set_progress(easy) { context, _, received, _, _ in
        CurlExchange.in(context)?.allowsBody(of: Int(received)) == true ? 0 : 1
      }
      return easy
    }

    /// Releases libcurl's handle. The handle must no longer be in use.
    func destroyTransfer() {
      if let transfer { curl_easy_cleanup(transfer) }
      transfer = nil
      curl_slist_free_all(fields)
      fields = nil
    }

    /// Finishes the exchange with the result of the transfer.
    func complete(_ code: CURLcode) {
      guard let transfer else { return }
      if let refusal { return fail(refusal) }
      guard code == CURLE_OK else { return fail(error(code, of: transfer)) }
      // libcurl reports success for a connection that ends within the header.
      guard head.isComplete else { return fail(head.status == 0 ? .notHTTP : Self.lost) }
      let response = HTTPResponse(status: head.status, headers: head.headers, body: body)
      let location = swift_curl_get_text(transfer, CURLINFO_REDIRECT_URL).map { String(cString: $0) }
      finish(.success((response, location)))
    }

    private static func `in`(_ context: UnsafeMutableRawPointer?) -> CurlExchange? {
      context.map { Unmanaged<CurlExchange>.fromOpaque($0).takeUnretainedValue() }
    }

    private func receiveBody(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Bool {
      guard let bytes, count > 0 else { return true }
      guard !body.isEmpty || isEncodingAccepted else { return refuse(Self.undecodable) }
      guard body.count + count <= limits.body else { return refuse(.responseTooLarge(limit: limits.body)) }
      body.append(Data(bytes: bytes, count: count))
      return true
    }

    /// Whether the request accepts the encoding of the body. libcurl also decompresses encodings that it did not ask
    /// for, some of them with a window of 128 MB.
    private var isEncodingAccepted: Bool {
      head.headers.elements(of: "Content-Encoding").allSatisfy(["gzip", "x-gzip", "deflate", "identity"].contains)
    }

    /// Whether `count` compressed bytes of the body may be received. They need their own limit because they can
    /// decompress to nothing. The limit is a little higher than the body's, because compression makes some data larger.
    private func allowsBody(of count: Int) -> Bool {
      count - limits.header <= limits.body || refuse(.responseTooLarge(limit: limits.body))
    }

    private func receiveHeader(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Bool {
      guard let bytes else { return true }
      headerSize += count
      guard headerSize <= limits.header else { return refuse(.responseTooLarge(limit: limits.header)) }
      let line = UnsafeRawBufferPointer(start: bytes, count: count)
      return head.receive(line) || refuse(.notHTTP)
    }

    private func refuse(_ error: APIError) -> Bool {
      refusal = refusal ?? error
      return false
    }

    // MARK: Options

    private func setTimeouts(_ easy: UnsafeMutableRawPointer) {
      let rest = max(ContinuousClock.now.duration(to: deadline), .milliseconds(1))
      connectingTimeout = limits.connecting < rest ? limits.connecting : timeout
      swift_curl_set_long(easy, CURLOPT_TIMEOUT_MS, rest.wholeMilliseconds)
      swift_curl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, min(rest, limits.connecting).wholeMilliseconds)
    }

    private func setAuthorities(_ easy: UnsafeMutableRawPointer) {
      if let file = authorities.file { swift_curl_set_text(easy, CURLOPT_CAINFO, file) }
      if let folder = authorities.folder { swift_curl_set_text(easy, CURLOPT_CAPATH, folder) }
    }

    private func setMethodAndBody(_ easy: UnsafeMutableRawPointer) {
      switch request.method {
      case .get where request.body == nil:
        swift_curl_set_long(easy, CURLOPT_HTTPGET, 1)
      case .head:
        swift_curl_set_long(easy, CURLOPT_NOBODY, 1)
      case .delete where request.body == nil:
        swift_curl_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
      default:
        let body = request.body ?? Data()
        swift_curl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
        // libcurl copies the bytes, so they need not outlive this call.
        _ = body.withUnsafeBytes { bytes in
          if let start = bytes.baseAddress {
            swift_curl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: start))
          } else {
            swift_curl_set_text(easy, CURLOPT_COPYPOSTFIELDS, "")
          }
        }
        swift_curl_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
      }
    }

    private func setFields(_ easy: UnsafeMutableRawPointer) {
      // A field name without a value keeps libcurl from adding that field by itself.
      var lines: [String] = []
      if request.headers["Expect"] == nil { lines.append("Expect:") }
      if request.headers["Content-Type"] == nil { lines.append("Content-Type:") }
      for (name, value) in request.headers.unredacted where Self.isSendable(name, value) {
        // With a semicolon libcurl sends an empty field.
        lines.append(value.isEmpty ? "\(name);" : "\(name): \(value)")
      }
      for line in lines { fields = curl_slist_append(fields, line) ?? fields }
      swift_curl_set_list(easy, CURLOPT_HTTPHEADER, fields)
    }

    /// Whether a field is safe to send. A line break in it would start a new field, or the body.
    private static func isSendable(_ name: String, _ value: String) -> Bool {
      !name.isEmpty && !(name + value).unicodeScalars.contains { $0 == "\r" || $0 == "\n" || $0 == "\0" }
    }

    // MARK: Errors

    private func error(_ code: CURLcode, of easy: UnsafeMutableRawPointer) -> APIError {
      switch code {
      case CURLE_OPERATION_TIMEDOUT:
        .timeout(seconds: (swift_curl_get_long(easy, CURLINFO_REQUEST_SIZE) == 0 ? connectingTimeout : timeout).seconds)
      case CURLE_COULDNT_RESOLVE_HOST: .noConnection(.noSuchHost)
      case CURLE_COULDNT_RESOLVE_PROXY: .noConnection(.noSuchProxy)
      case CURLE_COULDNT_CONNECT: .noConnection(reasonOfRefusal(easy))
      case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
        Self.lost
      case CURLE_FILESIZE_EXCEEDED: .responseTooLarge(limit: limits.body)
      // libcurl reports a line that is larger than its buffers as a lack of memory.
      case CURLE_OUT_OF_MEMORY where !head.isComplete: .responseTooLarge(limit: limits.header)
      // Later versions of libcurl report such a line as `CURLE_TOO_LARGE`.
      case CURLcode(100): .responseTooLarge(limit: limits.header)
      // libcurl reports an invalid header field or trailer as a bad function argument.
      case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_FUNCTION_ARGUMENT: .notHTTP
      case CURLE_URL_MALFORMAT: .invalidRequest(reason: Reason.noWebAddress.text(request.url.absoluteString.oneLine))
      // Write errors that this class causes are already reported as `refusal`, so this one comes from the decompressor.
      case CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR: Self.undecodable
      case CURLE_PEER_FAILED_VERIFICATION: .untrustedServer(reason: reasonOfDistrust(easy))
      case CURLE_SSL_CACERT_BADFILE:
        .invalidRequest(
          reason: Reason.unreadableAuthorities.text(authorities.file ?? Reason.theSystem.rawValue)
        )
      case CURLE_SSL_CONNECT_ERROR: .noConnection(.noSecureConnection)
      default: .noConnection(reason: String(cString: curl_easy_strerror(code)).oneLine)
      }
    }

    private static let undecodable = APIError.undecodable(path: "", .compressedBytes)
    private static let lost = APIError.noConnection(.connectionLost)

    private func reasonOfRefusal(_ easy: UnsafeMutableRawPointer) -> Reason {
      switch Int32(truncatingIfNeeded: swift_curl_get_long(easy, CURLINFO_OS_ERRNO)) {
      case ENETUNREACH, EHOSTUNREACH: .unreachable
      case EMFILE, ENFILE: .tooManyFiles
      default: .refused
      }
    }

    /// The numbers are OpenSSL's `X509_V_ERR_` constants.
    private func reasonOfDistrust(_ easy: UnsafeMutableRawPointer) -> String {
      switch swift_curl_get_long(easy, CURLINFO_SSL_VERIFYRESULT) {
      // libcurl checks the host itself and leaves the number "unspecified".
      case 0, 1, 62, 64: Reason.otherHost.rawValue
      case 9: Reason.notYetValid.rawValue
      case 10: Reason.expired.rawValue
      case 18: Reason.selfSigned.rawValue
      case 19: Reason.selfSignedAuthority.rawValue
      case 20, 21: Reason.unknownAuthority.rawValue
      case 23: Reason.revoked.rawValue
      case let number: Reason.unverifiableBecause.text("error \(number)")
      }
    }
  }

  extension Duration {
    /// libcurl counts in milliseconds and takes 0 for "no limit".
    fileprivate var wholeMilliseconds: Int {
      max(1, Int(min(seconds * 1000, Double(Int32.max)).rounded(.up)))
    }
  }
#endif
