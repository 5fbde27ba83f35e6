#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Swift Testing and XCTest, as they are found in the running process if it runs tests.
///
/// This module must not link them, as programs that ship have to do without. So their functions are looked up by name
/// when there is an issue to report. All of them are public API, of libraries that are built for library evolution:
/// names and calling conventions stay. What is not found is not called.
enum TestFrameworks {
  /// Records an issue with Swift Testing, if it is loaded and, unless told otherwise, the current task belongs to one
  /// of its tests. Returns whether it did.
  static func recordWithSwiftTesting(_ issue: ReportedIssue, outsideOfTests: Bool = false) -> Bool {
    guard let test = _typeByName("7Testing4TestV"),
      let comment = _typeByName("7Testing7CommentV") as? any RawRepresentable.Type,
      let location = _typeByName("7Testing14SourceLocationV"),
      let result = _typeByName("7Testing5IssueV")
    else { return false }

    func record<Test, Comment: RawRepresentable, Location, Issue>(
      _: Test.Type,
      _: Comment.Type,
      _: Location.Type,
      _: Issue.Type
    ) -> Bool {
      guard let current = CurrentTest<Test>.found, let makeLocation = MakeLocation<Location>.found,
        let record = RecordIssue<Comment, Location, Issue>.found,
        let message = issue.message as? Comment.RawValue
      else { return false }
      guard outsideOfTests || current.call() != nil else { return false }
      // It insists on a module and a file, and on positive numbers.
      let fileID = issue.fileID.contains("/") ? issue.fileID : "Unknown/Unknown.swift"
      let location = makeLocation.call(fileID, issue.filePath, max(issue.line, 1), max(issue.column, 1))
      _ = record.call(Comment(rawValue: message), location)
      return true
    }
    return record(test, comment, location, result)
  }

  /// Records an issue with XCTest, if it is loaded. Returns whether it is. (XCTest ignores what comes when no test runs,
  /// and says nothing of it.)
  static func recordWithXCTest(_ issue: ReportedIssue) -> Bool {
    guard let fail = Fail.found else { return false }
    fail.call(issue.message, issue.location.filePath, issue.location.line)
    return true
  }
}

// A Swift function value is the address of the code and a reference to its context; a function that is no closure
// ignores the context. The types below have one stored property each, declared with the function's very parameters:
// generic ones where the library has a resilient type, since both are passed by address. (Stored in one generic
// `Function<Value>`, the compiler would expect all parameters to be passed by address.)
private protocol ForeignFunction {
  /// The mangled name.
  static var name: String { get }
}

extension ForeignFunction {
  /// The function, if its library is loaded.
  static var found: Self? {
    guard let address = addressOfSymbol(name),
      MemoryLayout<Self>.size == MemoryLayout<(UnsafeMutableRawPointer, UnsafeRawPointer?)>.size
    else { return nil }
    return unsafeBitCast((address, nil as UnsafeRawPointer?), to: Self.self)
  }
}

/// `Testing.Test.current`
private struct CurrentTest<Test>: ForeignFunction {
  static var name: String { "$s7Testing4TestV7currentACSgvgZ" }
  let call: () -> Test?
}

/// `Testing.SourceLocation.init(fileID:filePath:line:column:)`
private struct MakeLocation<Location>: ForeignFunction {
  static var name: String { "$s7Testing14SourceLocationV6fileID0D4Path4line6columnACSS_SSS2itcfC" }
  let call: (consuming String, consuming String, Int, Int) -> Location
}

/// `Testing.Issue.record(_:sourceLocation:)`
private struct RecordIssue<Comment, Location, Issue>: ForeignFunction {
  static var name: String { "$s7Testing5IssueV6record_14sourceLocationAcA7CommentVSg_AA06SourceE0VtFZ" }
  let call: (Comment?, Location) -> Issue
}

/// `XCTest.XCTFail(_:file:line:)`
private struct Fail: ForeignFunction {
  static var name: String { "$s6XCTest7XCTFail_4file4lineySS_s12StaticStringVSutF" }
  let call: (String, StaticString, UInt) -> Void
}

private func addressOfSymbol(_ name: String) -> UnsafeMutableRawPointer? {
  #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    // The handle is for everything that the program was started with, test libraries included.
    dlsym(dlopen(nil, RTLD_NOW), name)
  #else
    nil
  #endif
}
