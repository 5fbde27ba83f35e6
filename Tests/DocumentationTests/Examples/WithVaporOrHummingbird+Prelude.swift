/// Has the declarations of the two frameworks that the blocks use.
struct StandInParameters: Sendable { func get(_ name: String) -> String? { nil } }
struct StandInAddress: Sendable { let queryParameters = StandInParameters() }
struct StandInRequest: Sendable {
  let parameters = StandInParameters()
  let uri = StandInAddress()
}
struct StandInFuture: Sendable {
  func whenComplete(_ callback: @escaping @Sendable (Result<Void, any Error>) -> Void) {}
}
struct StandInSocket: Sendable {
  let onClose = StandInFuture()
  func onText(_ callback: @escaping @Sendable (StandInSocket, String) -> Void) {}
  func send(_ text: String) async throws {}
}
struct StandInApplication {
  func webSocket(_ path: String..., onUpgrade: @escaping @Sendable (StandInRequest, StandInSocket) async -> Void) {}
  func get(_ path: String..., use closure: @escaping @Sendable (StandInRequest) async throws -> [String]) {}
}
enum StandInMessage: Sendable { case text(String), binary([UInt8]) }
struct StandInInboundStream: Sendable {
  func messages(maxSize: Int) -> AsyncThrowingStream<StandInMessage, any Error> {
    AsyncThrowingStream { continuation in continuation.finish() }
  }
}
struct StandInOutboundWriter: Sendable {
  enum Frame: Sendable { case text(String) }
  func write(_ frame: Frame) async throws {}
}
struct StandInContext: Sendable { let request = StandInRequest() }
struct StandInRouter {
  func ws(
    _ path: String,
    onUpgrade: @escaping @Sendable (StandInInboundStream, StandInOutboundWriter, StandInContext) async throws -> Void
  ) {}
}
let server = ChatServer()
let app = StandInApplication()
let router = StandInRouter()
