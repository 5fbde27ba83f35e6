/// The actions of the elements of a collection: `IdentifiedActionOf<Row>` is
/// `IdentifiedAction<Row.State.ID, Row.Action>`.
public typealias IdentifiedActionOf<R: Reducer> = IdentifiedAction<R.State.ID, R.Action>
where R.State: Identifiable
