private let soup = Dish(id: 7, name: "Soup", goesWith: 8)
private let bread = Dish(id: 8, name: "Bread")
