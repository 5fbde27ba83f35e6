// #include README.md: struct Stopwatch {
