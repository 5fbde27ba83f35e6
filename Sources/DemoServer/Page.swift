internal import StoreWeb

/// A page of rows.
struct Page<Row> {
  let rows: ArraySlice<Row>
  /// The number of the page, starting at 1.
  let number: Int
  let size: Int
  /// The number of rows on all pages.
  let total: Int

  /// Takes a page from all rows. A page after the last one is empty.
  init(_ number: Int, size: Int, of all: [Row]) {
    self.number = number
    self.size = size
    total = all.count
    let (first, overflow) = (max(1, number) - 1).multipliedReportingOverflow(by: size)
    rows = overflow || number < 1 || size < 1 ? [] : all.dropFirst(first).prefix(size)
  }

  /// The number of the last page; 1 if there are no rows.
  var last: Int { max(1, (total + size - 1) / size) }

  /// The `Link` header field, as GitHub, Qiita and others send it; empty if there is only one page.
  func links(_ call: Call, parameter: String = "page") -> [WebResponse.Header] {
    var targets: [(relation: String, page: Int)] = []
    if number > 1 { targets += [("prev", min(number - 1, last)), ("first", 1)] }
    if number < last { targets += [("next", number + 1), ("last", last)] }
    guard !targets.isEmpty else { return [] }
    let links = targets.map { "<\(call.address(setting: parameter, to: "\($0.page)"))>; rel=\"\($0.relation)\"" }
    return [.init("Link", links.joined(separator: ", "))]
  }
}
