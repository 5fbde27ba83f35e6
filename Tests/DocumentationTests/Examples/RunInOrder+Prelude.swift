struct Photo: Equatable, Identifiable, Sendable { let id: Int }
