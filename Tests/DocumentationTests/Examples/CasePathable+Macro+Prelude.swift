let download = CasePathableMacroBlocks.Download.waiting
