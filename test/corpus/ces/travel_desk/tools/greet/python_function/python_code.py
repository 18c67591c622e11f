def greet() -> dict:
  return {}
