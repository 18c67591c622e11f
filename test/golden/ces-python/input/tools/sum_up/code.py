def sum_up(prices: list[float]) -> float:
  """Sums up prices."""
  return sum(price for price in prices))
