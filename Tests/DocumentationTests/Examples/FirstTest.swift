import StoreTesting
import Testing

// #include README.md: func theStopwatchTicksUntilItIsStopped
