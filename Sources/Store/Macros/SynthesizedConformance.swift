/// A conformance of the state or the actions of an enum of reducers: `@Reducer(state: .equatable, action: .sendable)`.
public struct SynthesizedConformance: Sendable {
  /// `Codable`
  public static let codable = Self()
  /// `Decodable`
  public static let decodable = Self()
  /// `Encodable`
  public static let encodable = Self()
  /// `Equatable`
  public static let equatable = Self()
  /// `Hashable`
  public static let hashable = Self()
  /// `Sendable`
  public static let sendable = Self()
}
