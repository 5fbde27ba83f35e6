#if canImport(Foundation)
  import Foundation
#endif

/// Swift Testing and XCTest, if the process runs tests.
///
/// This module must not link these libraries, because programs are shipped without them. Their functions are looked up
/// by name when an issue is reported. All of them are public API of libraries with library evolution, so their names
/// and calling conventions are stable. A function that is not found is not called.
enum TestFrameworks {
  /// Records an issue with Swift Testing if the library is loaded and the current task belongs to one of its tests.
  /// Returns whether the issue was recorded.
  ///
  /// - Parameter outsideOfTests: Whether the task need not belong to a test.
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
      // Swift Testing requires a module and a file, and positive numbers.
      let fileID = issue.fileID.contains("/") ? issue.fileID : "Unknown/Unknown.swift"
      let location = makeLocation.call(fileID, issue.filePath, max(issue.line, 1), max(issue.column, 1))
      _ = record.call(Comment(rawValue: message), location)
      return true
    }
    return record(test, comment, location, result)
  }

  /// Records an issue with XCTest. Returns whether the library is loaded. (When no test runs, XCTest silently ignores
  /// the issue.)
  static func recordWithXCTest(_ issue: ReportedIssue) -> Bool {
    guard let fail = Fail.found else { return false }
    fail.call(issue.message, issue.location.filePath, issue.location.line)
    return true
  }
}

// A Swift function value consists of the code's address and a reference to its context. A function that is not a
// closure ignores the context. Each type below has one stored property, declared with the function's exact parameters.
// They are generic where the library has a resilient type, because both are passed by address. (With a single generic
// type `Function<Value>`, the compiler would expect all parameters to be passed by address.)
protocol ForeignFunction {
  /// The mangled name.
  static var name: String { get }
}

extension ForeignFunction {
  /// The function if its library is loaded.
  static var found: Self? {
    guard let address = addressOfSymbol(name),
      MemoryLayout<Self>.size == MemoryLayout<(UnsafeMutableRawPointer, UnsafeRawPointer?)>.size
    else { return nil }
    return unsafeBitCast((address, nil as UnsafeRawPointer?), to: Self.self)
  }
}

extension TestFrameworks {
  /// Identifies the test of Swift Testing, and its case, to which the current task belongs.
  ///
  /// It is `nil` outside of tests, in tests of XCTest, in detached tasks, and in cases that can't be distinguished.
  static var currentTestCase: AnyHashable? { readCurrentTestCase?() }

  private static let readCurrentTestCase: (@Sendable () -> AnyHashable?)? = {
    guard let test = _typeByName("7Testing4TestV"), let testCase = _typeByName("7Testing4TestV4CaseV") else {
      return nil
    }
    func open<Test, Case>(_: Test.Type, _: Case.Type) -> (@Sendable () -> AnyHashable?)? {
      guard let test = CurrentTest<Test>.found, let testCase = CurrentTestCase<Case>.found else { return nil }
      return {
        guard let test = test.call() as? any Identifiable, let testCase = testCase.call(),
          let arguments = arguments(of: testCase)
        else { return nil }
        return [id(of: test), arguments]
      }
    }
    return open(test, testCase)
  }()

  private static func id(of value: some Identifiable) -> AnyHashable { AnyHashable(value.id) }

  /// Identifies a case of a parameterized test. Reflection is the only way to read it: the library has no API for it.
  private static func arguments(of testCase: Any) -> [AnyHashable]? {
    guard let kind = Mirror(reflecting: testCase).descendant("_kind") else { return nil }
    guard let parameterized = Mirror(reflecting: kind).descendant("parameterized") else { return [] }
    let payload = Mirror(reflecting: parameterized)
    guard let arguments = payload.descendant("arguments"), let number = payload.descendant("discriminator") as? Int
    else { return nil }
    let ids = Mirror(reflecting: arguments).children.map {
      Mirror(reflecting: $0.value).descendant("id") as? AnyHashable
    }
    return ids.contains(nil) ? nil : ids.compactMap { $0 } + [number]
  }
}

/// `Testing.Test.current`
private struct CurrentTest<Test>: ForeignFunction {
  static var name: String { "$s7Testing4TestV7currentACSgvgZ" }
  let call: @Sendable () -> Test?
}

/// `Testing.Test.Case.current`
private struct CurrentTestCase<Case>: ForeignFunction {
  static var name: String { "$s7Testing4TestV4CaseV7currentAESgvgZ" }
  let call: @Sendable () -> Case?
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

func addressOfSymbol(_ name: String) -> UnsafeMutableRawPointer? {
  #if canImport(Foundation) && (canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android))
    // The handle covers all libraries of the program, including test libraries.
    dlsym(dlopen(nil, RTLD_NOW), name)
  #else
    nil
  #endif
}

/// Identifies a test, and a case of a parameterized test.
///
/// `@unchecked Sendable`: the identifiers of Swift Testing are `Sendable`, but `AnyHashable` hides this.
package struct TestIdentity: Hashable, @unchecked Sendable {
  private let testCase: AnyHashable

  /// The test of Swift Testing that the current task belongs to, or the test of XCTest that is running.
  ///
  /// It is `nil` outside of tests, in the first test of XCTest that reads it, in detached tasks of Swift Testing's
  /// tests, and in cases that can't be distinguished.
  package static var current: TestIdentity? {
    guard DependencyContext.isTestProcess else { return nil }
    if let testCase = TestFrameworks.currentTestCase { return TestIdentity(testCase: testCase) }
    #if canImport(Foundation)
      return XCTestObserver.currentTest.map { TestIdentity(testCase: $0) }
    #else
      return nil
    #endif
  }
}
