let row = 3
var loading = Loading<Int>.loaded([1, 2])
