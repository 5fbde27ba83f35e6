import Features
import Foundation
import Testing

struct JSONMutationsTests {
  private static let body = #"{"count": 2, "items": [{"id": 1, "a \"b": null}, {"id": -2.5e1, "tags": ["x", []]}]}"#

  @Test func areTheSameForTheSameSeed() {
    func bodies(_ seed: UInt64) -> [Data] { JSONMutations(of: Self.body, count: 200, seed: seed).map(\.body) }
    #expect(bodies(1).count == 200)
    #expect(bodies(1) == bodies(1))
    #expect(bodies(1) != bodies(2))
  }

  @Test func thereAreAllKindsInAllPlaces() {
    let mutations = Array(JSONMutations(of: Self.body, count: 5_000, seed: 1))
    let paths = Set(mutations.compactMap(\.path))
    #expect(paths.isSuperset(of: ["", "count", "items", "items[0]", "items[0].id", "items[1].tags[1]"]))
    #expect(Set(mutations.map { $0.change.prefix(5) }).count > 10)
    #expect(mutations.contains { $0.isJSON } && mutations.contains { !$0.isJSON })
    #expect(Set(mutations.map(\.body)).count > 1_000)
  }

  @Test func onlyWhatIsMeantToBeIsNoJSON() {
    for mutation in JSONMutations(of: Self.body, count: 2_000, seed: 3) {
      let isJSON = (try? JSONSerialization.jsonObject(with: mutation.body, options: .fragmentsAllowed)) != nil
      // Numbers that no type can hold are valid JSON, although Foundation rejects them.
      let isHuge = mutation.change.contains("e400")
      #expect(isHuge || isJSON == mutation.isJSON, "\(mutation)")
    }
  }

  @Test func errorsAreExplainedByTheirPlace() {
    var mutation = JSONMutations.Mutation(body: Data(), change: "null", path: "items[1].tags")
    func explains(_ path: String) -> Bool { mutation.explains(.undecodable(path: path, expected: "an array")) }
    #expect(explains("items[1].tags") && explains("items[1].tags[0].name"))
    #expect(!explains("items[1]") && !explains("items[1].tagsAndMore") && !explains(""))
    mutation.isJSON = false
    #expect(explains("") && !explains("items[1].tags"))
    #expect(!mutation.explains(.notHTTP) && !mutation.explains(nil))
  }
}
