struct Invoice: Equatable {
  let id: UUID
  let date: Date
  let total: Double
}
private func downloadRate(of currency: String) async throws -> Double { 1.1 }
@Reducer struct InvoiceList {
  struct State: Equatable { var invoices: [Invoice] = [] }
  enum Action { case addButtonTapped }
}
struct State: Equatable { var invoices = InvoiceList.State() }
@CasePathable enum Action { case invoices(InvoiceList.Action) }
@Sendable func limit() -> Int { 5 }
