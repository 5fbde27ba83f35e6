/// Text with styles. It can be compared in tests and shown anywhere: in a terminal, on a web page or in a user
/// interface.
///
/// ```swift
/// let text = TextState("Delete ") + TextState("everything").bold() + TextState("?")
/// print(text)  // Delete everything?
/// ```
///
/// A user interface shows the plain text, `String(text)`, or the styled ``runs``. Two texts are equal if they have the
/// same runs, even if they were concatenated from different parts.
///
/// The text is encoded as a string if it has no styles, and otherwise as an array of runs.
public struct TextState: Hashable, Sendable {
  /// A style of a part of a text.
  public enum Style: String, CaseIterable, Hashable, Sendable, Codable {
    /// A heavier weight.
    case bold
    /// A slanted font.
    case italic
    /// With a line through it.
    case strikethrough
    /// With a line under it.
    case underline
  }

  /// A part of a text in which all characters have the same styles.
  public struct Run: Hashable, Sendable {
    /// The plain text.
    public fileprivate(set) var text: String
    /// The styles of the text.
    public fileprivate(set) var styles: Set<Style>
  }

  /// The parts of the text. None is empty, and neighbours differ in their styles.
  public private(set) var runs: [Run] = []

  private init(runs: some Sequence<Run>) {
    for run in runs where !run.text.isEmpty {
      if self.runs.last?.styles == run.styles {
        self.runs[self.runs.count - 1].text += run.text
      } else {
        self.runs.append(run)
      }
    }
  }

  /// Makes a text without styles.
  public init(verbatim content: String) {
    self.init(runs: [Run(text: content, styles: [])])
  }

  /// Makes a text without styles.
  public init(_ content: some StringProtocol) {
    self.init(verbatim: String(content))
  }

  /// Concatenates two texts.
  public static func + (first: Self, second: Self) -> Self {
    Self(runs: first.runs + second.runs)
  }

  /// Returns the text in bold, or not in bold if `isActive` is `false`.
  public func bold(isActive: Bool = true) -> Self { styled(.bold, isActive) }

  /// Returns the text in italics, or not in italics if `isActive` is `false`.
  public func italic(isActive: Bool = true) -> Self { styled(.italic, isActive) }

  /// Returns the text with a line through it, or without one if `isActive` is `false`.
  public func strikethrough(_ isActive: Bool = true) -> Self { styled(.strikethrough, isActive) }

  /// Returns the text with a line under it, or without one if `isActive` is `false`.
  public func underline(_ isActive: Bool = true) -> Self { styled(.underline, isActive) }

  private func styled(_ style: Style, _ isActive: Bool) -> Self {
    Self(
      runs: runs.map {
        Run(text: $0.text, styles: isActive ? $0.styles.union([style]) : $0.styles.subtracting([style]))
      }
    )
  }
}

extension String {
  /// The plain text, without styles.
  public init(_ text: TextState) {
    self = text.runs.map(\.text).joined()
  }

  /// The plain text, without styles.
  public init(state text: TextState) {
    self.init(text)
  }
}

extension TextState: CustomStringConvertible {
  /// The plain text, without styles.
  public var description: String { String(self) }
}

extension TextState: Codable {
  public init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self.init(verbatim: text)
    } else {
      self.init(runs: try [Run](from: decoder))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    if runs.allSatisfy(\.styles.isEmpty) {
      try String(self).encode(to: encoder)
    } else {
      try runs.encode(to: encoder)
    }
  }
}

extension TextState.Run: Codable {
  private enum CodingKeys: CodingKey {
    case text, styles
  }

  /// Decodes a part of a text. Missing styles mean that it has none.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    text = try container.decode(String.self, forKey: .text)
    styles = Set(try container.decodeIfPresent([TextState.Style].self, forKey: .styles) ?? [])
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: .text)
    // In a fixed order, because the order of a set varies.
    if !styles.isEmpty { try container.encode(TextState.Style.allCases.filter(styles.contains), forKey: .styles) }
  }
}

extension TextState: CustomDumpRepresentable {
  private struct Styled {
    let markup: String
  }

  /// The plain text, a `String`; of a text with styles, a value that shows them as markup.
  public var customDumpValue: Any {
    guard runs.contains(where: { !$0.styles.isEmpty }) else { return String(self) }
    return Styled(markup: runs.map(\.markup).joined())
  }
}

extension TextState.Run {
  fileprivate var markup: String {
    TextState.Style.allCases.filter(styles.contains).reversed().reduce(text) { text, style in
      switch style {
      case .bold: "**\(text)**"
      case .italic: "_\(text)_"
      case .strikethrough: "~~\(text)~~"
      case .underline: "<u>\(text)</u>"
      }
    }
  }
}

extension TextState: SwiftLiteral {
  package var literal: String {
    let parts = runs.map { run in
      "TextState(\(run.text.literal))"
        + run.styles.sorted { $0.rawValue < $1.rawValue }.map { ".\($0.rawValue)()" }.joined()
    }
    return parts.isEmpty ? "TextState(\"\")" : parts.joined(separator: " + ")
  }
}
