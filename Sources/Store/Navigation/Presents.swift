/// Marks the state of a feature that is presented at times: `@Presents var editor: Editor.State?`.
///
/// See ``PresentationState``, which this is another name of.
public typealias Presents<State> = PresentationState<State>
