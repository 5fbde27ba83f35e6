struct EggClient: Sendable { func boilingTime() async throws -> Int { 360 } }
