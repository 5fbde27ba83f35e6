typealias State = AskBeforeDeletingBlocks.Trash.State
typealias Action = AskBeforeDeletingBlocks.Trash.Action
