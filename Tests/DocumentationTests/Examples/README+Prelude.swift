// Block 3: reports
