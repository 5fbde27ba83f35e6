import Store

/// The test store type of a feature: `TestStoreOf<Feature>` is `TestStore<Feature.State, Feature.Action>`.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable
