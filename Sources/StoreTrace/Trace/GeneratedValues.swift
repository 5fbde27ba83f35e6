import Dependencies
import Foundation
import Store

/// The dates, UUIDs and random numbers that a reducer got from the generators while it handled one action.
package struct GeneratedValues: Equatable, Sendable {
  package var dates: [Date] = []
  package var uuids: [UUID] = []
  package var numbers: [UInt64] = []

  package init() {}

  var isEmpty: Bool { dates.isEmpty && uuids.isEmpty && numbers.isEmpty }
}

extension GeneratedValues {
  /// The values as JSON; `nil` if there are none.
  var json: JSONValue? {
    guard !isEmpty else { return nil }
    var members: [JSONValue.Member] = []
    func add(_ name: String, _ values: [JSONValue]) {
      if !values.isEmpty { members.append(.init(name: name, value: .array(values))) }
    }
    add("dates", dates.map(\.jsonValue))
    add("uuids", uuids.map { .string($0.uuidString) })
    add("numbers", numbers.map { JSONValue($0) })
    return .object(members)
  }

  /// Reads the values from JSON in the form of ``json``; `nil` means no values.
  init(_ node: JSONNode?) throws(Diagnostic) {
    guard let node else { return }
    func list<Value: Decodable>(_ name: String, of type: Value.Type) throws(Diagnostic) -> [Value] {
      guard let node = node[name] else { return [] }
      do throws(DecodingProblem) {
        return try NodeDecoder.decode([Value].self, from: .json(node))
      } catch {
        throw error.diagnostic
      }
    }
    dates = try list("dates", of: Date.self)
    uuids = try list("uuids", of: UUID.self)
    numbers = try list("numbers", of: UInt64.self)
  }
}

/// Collects the values that the generators return while a reducer runs. Values that effects get are not collected,
/// because the actions of the effects are recorded.
package final class GeneratedValuesLog: Sendable {
  /// The log of the reducer that runs in this task.
  @TaskLocal private static var current: GeneratedValuesLog?

  private let values = Locked(GeneratedValues())

  package init() {}

  /// Returns the values collected since the last call, and forgets them.
  package func take() -> GeneratedValues {
    values.withLock { values in
      defer { values = GeneratedValues() }
      return values
    }
  }

  /// Collects the values that are generated while `body` runs.
  package func noting<Result>(_ body: () -> Result) -> Result {
    Self.$current.withValue(self, operation: body)
  }

  /// Replaces the generators by ones that also add their values to the current log.
  package static func observe(_ dependencies: inout DependencyValues) {
    dependencies.wrapGenerators(
      date: { note($0()) { $0.dates.append($1) } },
      uuid: { note($0()) { $0.uuids.append($1) } },
      number: { note($0()) { $0.numbers.append($1) } }
    )
  }

  private static func note<Value>(_ value: Value, _ add: (inout GeneratedValues, Value) -> Void) -> Value {
    current?.values.withLock { add(&$0, value) }
    return value
  }
}

/// A reducer that collects the generated values in a log. Without a log it is the base reducer.
package struct NotingReducer<Base: Reducer>: CompositeReducer {
  let base: Base
  let log: GeneratedValuesLog?

  package init(base: Base, log: GeneratedValuesLog?) {
    self.base = base
    self.log = log
  }

  package func makeReduction() -> Reduction<Base.State, Base.Action> {
    guard let log else { return base.makeReduction() }
    let reduction = base.makeReduction { body in log.noting(body) }
    return { state, action in log.noting { reduction(&state, action) } }
  }
}
