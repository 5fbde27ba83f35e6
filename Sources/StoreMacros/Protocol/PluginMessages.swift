/// The compiler's request to expand a macro in one role, with the attached declaration.
struct ExpansionRequest: Sendable {
  /// The name of the type in the macro's `#externalMacro`.
  let macro: String
  let role: String
  let attribute: SourceText
  let declaration: SourceText
  /// The start of the declaration in its file.
  let location: Location
  /// The type to extend, for the role `extension`.
  let extendedType: String
  /// The protocols that the type does not conform to, for the role `extension`.
  let conformances: [String]
  /// The headers of the enclosing declarations, innermost first.
  let context: [SourceText]

  /// A place in a file, as `#fileID`, `#filePath`, `#line` and `#column` describe it.
  struct Location: Sendable {
    var fileID = ""
    var filePath = ""
    var line = 1
    var column = 1
  }

  init(
    macro: String,
    role: String,
    attribute: SourceText,
    declaration: SourceText,
    location: Location = Location(),
    extendedType: String = "",
    conformances: [String] = [],
    context: [SourceText] = []
  ) {
    self.macro = macro
    self.role = role
    self.attribute = attribute
    self.declaration = declaration
    self.location = location
    self.extendedType = extendedType
    self.conformances = conformances
    self.context = context
  }
}

extension ExpansionRequest {
  /// Reads `expandAttachedMacro`. Unknown members are ignored. A missing member is empty, so that the macro reports the
  /// error.
  init(message: JSON) {
    func source(_ key: String) -> SourceText { SourceText(syntax: message[key]) }
    let location = message["declSyntax"]?["location"]
    let conformances = message["conformanceListSyntax"]?["source"]?.string ?? ""
    self.init(
      macro: message["macro"]?["typeName"]?.string ?? "",
      role: message["macroRole"]?.string ?? "",
      attribute: source("attributeSyntax"),
      declaration: source("declSyntax"),
      location: Location(
        fileID: location?["fileID"]?.string ?? "",
        filePath: location?["fileName"]?.string ?? "",
        line: location?["line"]?.number ?? 1,
        column: location?["column"]?.number ?? 1
      ),
      extendedType: message["extendedTypeSyntax"]?["source"]?.string ?? "",
      // struct Placeholder: A, B {}
      conformances: conformances.split(separator: "{").first.map { header in
        header.split(separator: ":").dropFirst().flatMap { $0.split { $0 == "," || $0.isWhitespace }.map(String.init) }
      } ?? [],
      context: (message["lexicalContext"]?.array ?? []).map { SourceText(syntax: $0) }
    )
  }
}

extension SourceText {
  /// Reads a part of a source from a message.
  convenience init(syntax: JSON?) {
    self.init(
      syntax?["source"]?.string ?? "",
      fileName: syntax?["location"]?["fileName"]?.string ?? "",
      offset: syntax?["location"]?["offset"]?.number ?? 0
    )
  }
}

/// The result of expanding a macro.
struct Expansion: Sendable {
  var source = ""
  var diagnostics: [Diagnostic] = []
}

extension Expansion {
  var json: JSON {
    .object([
      // The compiler would report an expression that became nothing as an error of its own.
      ("expandedSource", source.isEmpty && !diagnostics.isEmpty ? .null : .string(source)),
      ("diagnostics", .array(diagnostics.map(\.json))),
    ])
  }
}

extension Diagnostic {
  var json: JSON {
    .object([
      ("message", .string(message)),
      ("severity", .string(severity.rawValue)),
      ("position", place.position),
      ("highlights", .array([place.positionRange])),
      ("notes", .array(notes.map { .object([("position", $0.place.position), ("message", .string($0.message))]) })),
      (
        "fixIts",
        .array(
          fixIts.map { fixIt in
            let changes = fixIt.edits.map { edit in
              JSON.object([("range", edit.replaced.positionRange), ("newText", .string(edit.replacement))])
            }
            return .object([("message", .string(fixIt.message)), ("changes", .array(changes))])
          }
        )
      ),
    ])
  }
}

extension SourceSlice {
  fileprivate var position: JSON {
    .object([("fileName", .string(source.fileName)), ("offset", .number(source.offset &+ range.lowerBound))])
  }

  fileprivate var positionRange: JSON {
    .object([
      ("fileName", .string(source.fileName)),
      ("startOffset", .number(source.offset &+ range.lowerBound)),
      ("endOffset", .number(source.offset &+ range.upperBound)),
    ])
  }
}
