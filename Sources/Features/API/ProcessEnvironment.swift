public import Dependencies
public import Foundation

/// The environment variables of the process. As a dependency they let a test change a feature's settings without
/// changing the process that all tests share.
///
/// ```swift
/// withDependencies {
///   $0.processEnvironment = ["GITHUB_API_URL": server.url]
/// } operation: { ... }
/// ```
///
/// Some variables are secrets, so an environment prints and dumps only the names.
public struct ProcessEnvironment: Sendable, ExpressibleByDictionaryLiteral {
  private var values: [String: String]

  /// Makes an environment from a dictionary.
  public init(_ values: [String: String]) { self.values = values }

  /// Makes an environment from a literal. If several values have the same name, the last one is used.
  public init(dictionaryLiteral elements: (String, String)...) {
    values = Dictionary(elements) { $1 }
  }

  /// The environment of this process when this property is first read.
  public static let live = ProcessEnvironment(ProcessInfo.processInfo.environment)

  /// The value of a variable without surrounding white space, or `nil` if it is not set or empty.
  public subscript(name: String) -> String? {
    let value = values[name]?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    return value.isEmpty ? nil : value
  }

  /// The token in a variable, or `nil` if it is not set or empty.
  ///
  /// - Throws: ``APIError/invalidRequest(reason:)``, which names the variable, if no header field can hold its value.
  public func token(_ name: String) throws -> String? {
    guard let token = self[name] else { return nil }
    guard token.isFieldValue else { throw APIError.invalidRequest(reason: Reason.unfitToken.text(name)) }
    return token
  }

  /// The base address of an API, from a variable.
  ///
  /// - Parameters:
  ///   - name: The name of the variable.
  ///   - address: The address to use if the variable is not set.
  /// - Throws: ``APIError/invalidSetting(name:problem:example:)``, which names the variable, if it is not a plain
  ///   HTTP(S) address.
  public func url(_ name: String, default address: String) throws -> URL {
    let text = self[name] ?? address
    guard let url = URL(string: text) else {
      throw APIError.invalidSetting(name: name, problem: Reason.noAddress.rawValue, example: address)
    }
    if let problem = url.problemAsBase {
      throw APIError.invalidSetting(name: name, problem: problem.rawValue, example: address)
    }
    return url
  }
}

extension ProcessEnvironment: CustomReflectable, CustomStringConvertible {
  /// The names of the variables.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: values.keys.sorted(), displayStyle: .set) }

  /// The names of the variables.
  public var description: String { values.keys.sorted().joined(separator: ", ") }
}

extension DependencyValues {
  /// The environment variables of the process. Mock values have none, so demonstrations do not depend on the machine.
  public var processEnvironment: ProcessEnvironment {
    get { self[ProcessEnvironmentKey.self] }
    set { self[ProcessEnvironmentKey.self] = newValue }
  }
}

private enum ProcessEnvironmentKey: DependencyKey {
  static let liveValue = ProcessEnvironment.live
  static let mockValue = ProcessEnvironment([:])
}
