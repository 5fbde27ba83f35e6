import Foundation
import Synchronization

/// Counts the tests that XCTest runs one after the other, so that each has its own values.
///
/// Looks XCTest up by name, as ``TestFrameworks`` does, and registers with it when a test first reads a value. That
/// first test has no number, so it has the same values as code outside of all tests.
final class XCTestObserver: NSObject, Sendable {
  private let count = Atomic(0)
  private let isRunning = Atomic(false)

  /// The number of the test that is running; `nil` in the first test that reads a value, and while no test runs.
  static var currentTest: Int? {
    guard let observer = registered, observer.isRunning.load(ordering: .relaxed) else { return nil }
    return observer.count.load(ordering: .relaxed)
  }

  private static let registered: XCTestObserver? = {
    let observer = XCTestObserver()
    return observer.register() ? observer : nil
  }()

  fileprivate func testWillStart() {
    count.add(1, ordering: .relaxed)
    isRunning.store(true, ordering: .relaxed)
  }

  fileprivate func testDidFinish() { isRunning.store(false, ordering: .relaxed) }
}

#if canImport(Darwin)
  extension XCTestObserver {
    fileprivate func register() -> Bool {
      guard let observation = objc_getProtocol("XCTestObservation"),
        let type = NSClassFromString("XCTestObservationCenter") as Any as? any NSObjectProtocol,
        let center = type.perform(NSSelectorFromString("sharedTestObservationCenter"))?.takeUnretainedValue()
      else { return false }
      class_addProtocol(XCTestObserver.self, observation)
      _ = center.perform(NSSelectorFromString("addTestObserver:"), with: self)
      return true
    }

    @objc private func testCaseWillStart(_ testCase: AnyObject) { testWillStart() }
    @objc private func testCaseDidFinish(_ testCase: AnyObject) { testDidFinish() }
  }
#else
  extension XCTestObserver: XCTestObservationShape {
    /// Safety: XCTest calls the requirements by their positions in the table of the conformance. This protocol has the
    /// same number of requirements. They take their parameters in the same way, and use none of them. If another
    /// version of XCTest had another order, tests would at worst be counted wrongly.
    fileprivate func register() -> Bool {
      guard let observation = addressOfSymbol("$s6XCTest0A11ObservationMp"),
        // In the description of a protocol the number of its requirements is the fifth number.
        observation.load(fromByteOffset: 16, as: UInt32.self) == 7,
        let center = SharedCenter.found?.call(),
        let add = addressOfSymbol("$s6XCTest0A17ObservationCenterC15addTestObserveryyAA0aB0_pF")
      else { return false }
      // A method is called with its object where a closure has its context.
      let method = (add, Unmanaged.passRetained(center).toOpaque())
      unsafeBitCast(method, to: AddObserver.self).call(self)
      return true
    }

    package func bundleWillStart(_ bundle: AnyObject) {}
    package func suiteWillStart(_ suite: AnyObject) {}
    package func caseWillStart(_ testCase: AnyObject) { testWillStart() }
    package func caseDidFail(_ testCase: AnyObject, _ description: String, _ file: String?, _ line: Int) {}
    package func caseDidFinish(_ testCase: AnyObject) { testDidFinish() }
    package func suiteDidFinish(_ suite: AnyObject) {}
    package func bundleDidFinish(_ bundle: AnyObject) {}
  }

  /// Has the requirements of XCTest's protocol `XCTestObservation`, in their order. Not private, because the compiler
  /// leaves out requirements of private protocols that nobody calls.
  package protocol XCTestObservationShape: AnyObject {
    func bundleWillStart(_ bundle: AnyObject)
    func suiteWillStart(_ suite: AnyObject)
    func caseWillStart(_ testCase: AnyObject)
    func caseDidFail(_ testCase: AnyObject, _ description: String, _ file: String?, _ line: Int)
    func caseDidFinish(_ testCase: AnyObject)
    func suiteDidFinish(_ suite: AnyObject)
    func bundleDidFinish(_ bundle: AnyObject)
  }

  /// `XCTest.XCTestObservationCenter.shared`
  private struct SharedCenter: ForeignFunction {
    static var name: String { "$s6XCTest0A17ObservationCenterC6sharedACvgZ" }
    let call: () -> AnyObject
  }

  /// `XCTest.XCTestObservationCenter.addTestObserver(_:)` of an object.
  private struct AddObserver {
    let call: (any XCTestObservationShape) -> Void
  }
#endif
