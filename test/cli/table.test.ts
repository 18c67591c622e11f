import { describe, expect, test } from "vitest";
import { fitted, table } from "../../src/cli/report/table.ts";

const head = ["id", "path", "tags", "title"];
const row = ["orders_list_of_customer", "/customers/{customer_id}/orders", "orders", "Lists the orders of a customer, newest first"];
const fit = { kept: ["id"], optional: ["tags", "path"] };
const lines = (width: number, rows = [head, row]) => table(fitted(rows, width, fit)).split("\n");

describe("a table that is too wide", () => {
  test("has all columns as long as each has room to be understood", () => {
    expect(lines(200)[1]).toBe(row.join("  "));
    expect(lines(90)).toEqual([
      "id                       path                             tags    title",
      "orders_list_of_customer  /customers/{customer_id}/orders  orders  Lists the orders of a c…",
    ]);
  });

  test("loses optional columns, and no part of what other commands take", () => {
    expect(lines(70)).toEqual([
      "id                       path                   title",
      "orders_list_of_customer  /customers/{customer…  Lists the orders of a…",
    ]);
    expect(lines(50)[0]).toBe("id                       title");
  });

  test("is shortened beyond that only if the columns that are left have no room", () => {
    for (const width of [20, 30, 40, 60, 80, 100]) for (const line of lines(width)) expect(line.length).toBeLessThanOrEqual(width);
  });
});
