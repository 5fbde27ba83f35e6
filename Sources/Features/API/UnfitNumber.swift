import Foundation

/// Finds the number in a JSON text that does not fit the type it is to be read as, such as `1.5` for an `Int`.
///
/// Of such a number Foundation's decoder says no more than that the JSON is not valid, so its place is found by trying:
/// with all numbers from some place on replaced by zero the text can be decoded or not, and where that changes it is.
enum UnfitNumber {
  /// The place of the first number without which `body` could be decoded, for example `items[3].id`; `nil` when it is
  /// not a number that is at fault.
  ///
  /// - Complexity: O(*n* log *m*) for a text of *n* bytes with *m* numbers.
  static func path(in body: Data, canDecode: (Data) -> Bool) -> String? {
    guard let root = try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed) else { return nil }
    func decodes(keeping count: Int) -> Bool {
      var numbers = Numbers(kept: count)
      let changed = numbers.visit(root, at: "")
      guard let data = try? JSONSerialization.data(withJSONObject: changed, options: .fragmentsAllowed) else {
        return false
      }
      return canDecode(data)
    }
    var all = Numbers(kept: 0)
    _ = all.visit(root, at: "")
    guard !all.paths.isEmpty, decodes(keeping: 0), !decodes(keeping: all.paths.count) else { return nil }
    var (fits, fails) = (0, all.paths.count)
    while fails - fits > 1 {
      let middle = (fits + fails) / 2
      if decodes(keeping: middle) { fits = middle } else { fails = middle }
    }
    return all.paths[fits]
  }

  /// Goes through a JSON value in a fixed order, and replaces the numbers after the first few by zero.
  private struct Numbers {
    let kept: Int
    var paths: [String] = []

    init(kept: Int) { self.kept = kept }

    mutating func visit(_ value: Any, at path: String) -> Any {
      switch value {
      case let object as [String: Any]:
        var changed = object
        for (key, value) in object.sorted(by: { $0.key < $1.key }) {
          changed[key] = visit(value, at: path.isEmpty ? key.oneLine : "\(path).\(key.oneLine)")
        }
        return changed
      case let array as [Any]:
        return array.enumerated().map { visit($0.element, at: "\(path)[\($0.offset)]") }
      // Zero and one fit everything, and can't be told from false and true here.
      case let number as NSNumber where number != 0 && number != 1:
        paths.append(path)
        return paths.count <= kept ? number : 0
      default:
        return value
      }
    }
  }
}
