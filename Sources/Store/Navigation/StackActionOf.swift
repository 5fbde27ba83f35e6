/// The actions of a navigation stack of features: `StackActionOf<Detail>` is `StackAction<Detail.State, Detail.Action>`.
public typealias StackActionOf<Element: Reducer> = StackAction<Element.State, Element.Action>
