let store = TestStore(initialState: Suggestions.State()) { Suggestions() }
