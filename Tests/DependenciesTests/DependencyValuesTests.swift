import Dependencies
import Foundation
import Testing

private enum NumberKey: DependencyKey {
  static let liveValue = 1
  static let mockValue = 2
  static let testValue = 3
}

extension DependencyValues {
  fileprivate var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
}

@Suite struct DependencyValuesTests {
  @Test func contextDecidesWhichDefaultIsRead() {
    @Dependency(\.number) var number
    #expect(number == 3)
    for (context, expected) in [(DependencyContext.live, 1), (.mock, 2), (.test, 3)] {
      withDependencies {
        $0.context = context
      } operation: {
        #expect(number == expected)
      }
    }
  }
}
