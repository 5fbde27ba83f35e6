import Foundation
import Testing

@testable import LoopbackServer

extension LoopbackAnswer {
  /// The body of the answer, which must be a single response with this status and JSON.
  func json(_ status: Int, sourceLocation: SourceLocation = #_sourceLocation) throws -> Data {
    guard case .response(let actualStatus, let headers, let body, nil)? = steps.first, steps.count == 1 else {
      Issue.record("\(self) is no whole response.", sourceLocation: sourceLocation)
      return Data()
    }
    #expect(actualStatus == status, sourceLocation: sourceLocation)
    #expect(headers.contains(.init("Content-Type", "application/json; charset=utf-8")), sourceLocation: sourceLocation)
    return Data(body)
  }
}
