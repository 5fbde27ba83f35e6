import Features

extension APIError {
  /// An error of each case.
  static let oneOfEach: [APIError] = [
    .noConnection(reason: "lost"), .timeout(seconds: 30), .untrustedServer(reason: "expired"), .cancelled, .notHTTP,
    .responseTooLarge(limit: 1), .status(code: 422, message: "no", retryAt: nil),
    .invalidFields([InvalidField(field: "name")], message: nil), .rateLimited(retryAt: nil, message: nil),
    .undecodable(path: "[0].id", expected: "a string"), .invalidRequest(reason: "no"),
    .invalidSetting(name: "API_URL", problem: "has no host", example: "https://api.example"), .unexpected(reason: "no"),
  ]
}
