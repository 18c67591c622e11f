throw new Error("The code of the project ran.");
