#if os(Linux) || os(macOS)
  import Foundation
  import TestSupport
  import Testing

  /// The compiler's errors for typical mistakes. The mistakes are files in `Tests/Fixtures/Mistakes`; below a line with
  /// a mistake, a comment has the column and the message of the error:
  ///
  ///     state.cuont += 1
  ///     // 7: value of type 'Counter.State' has no member 'cuont'
  ///
  /// A comment that starts with more than one space continues the message. An error within the expansion of a macro is
  /// below the macro; the note about the protocol's requirement comes after its error. The messages are those of Swift
  /// 6.3.
  #if compiler(>=6.3) && compiler(<6.4)
    @Suite(.ownThreads) struct MistakeTests {
      @Test(
        .enabled(if: Compiler.isAvailable, "There is no swiftc."),
        arguments: [("Types", "-typecheck"), ("Flow", "-emit-sil")]
      )
      func messages(folder: String, action: String) throws {
        let sources = try Self.sources(in: folder)
        let options = ["-swift-version", "6", "-wmo", "-diagnostic-style", "llvm"]
        let output = try Compiler.output(for: sources, action: action, options: options)
        let errors = Self.errors(in: output)
        let expected = sources.flatMap(Self.expectedErrors)
        #expect(expected.count > 2)
        #expect(Set(errors).subtracting(expected) == [], "These errors are not expected.")
        #expect(Set(expected).subtracting(errors) == [], "These errors are expected.")
      }

      @Test(.enabled(if: Compiler.isAvailable && Compiler.hasModule("StoreInspection"), "It was not built."))
      func messagesOfCommandLines() throws { try messages(folder: "CommandLines", action: "-typecheck") }

      private static func errors(in output: String) -> [String] {
        var errors: [String] = []
        for line in output.split(separator: "\n").map(String.init) {
          if line.contains(": error: ") {
            errors.append(line)
          } else if let note = line.firstRange(of: ": note: ") {
            let (place, text) = (line[..<note.lowerBound], line[note.upperBound...])
            guard let last = errors.last, let error = last.firstRange(of: ": error: ") else { continue }
            if text.hasPrefix("in expansion of macro"), last.hasPrefix("/") {
              errors[errors.count - 1] = String(place + last[error.lowerBound...])
            } else if text.hasPrefix("protocol requires") {
              errors[errors.count - 1] += "; " + text
            }
          }
        }
        return errors
      }

      private static func sources(in folder: String) throws -> [(name: String, text: String)] {
        let folder = Repository.root.appending(path: "Tests/Fixtures/Mistakes/\(folder)")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
          ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
        }
      }

      /// The errors in the comments of a file, in the compiler's format.
      private static func expectedErrors(in source: (name: String, text: String)) -> [String] {
        var errors: [String] = []
        var codeLine = 0
        for (index, line) in source.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
          let text = line.drop { $0 == " " }
          if text.hasPrefix("//  "), !errors.isEmpty {
            errors[errors.count - 1] += " " + text.dropFirst(2).drop { $0 == " " }
          } else if text.hasPrefix("// "), let colon = text.firstIndex(of: ":"),
            let column = Int(text[..<colon].dropFirst(3))
          {
            errors.append("\(source.name):\(codeLine):\(column): error:\(text[text.index(after: colon)...])")
          } else {
            codeLine = index + 1
          }
        }
        return errors
      }
    }
  #endif
#endif
