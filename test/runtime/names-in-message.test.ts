import { expect, test } from "vitest";
import { namesInMessage } from "../../src/runtime/names-in-message.ts";

const many = Array.from({ length: 1223 }, (_empty, index) => `tool_${index}`);

test("a message lists a few names completely, in their order", () => {
  expect(namesInMessage(["b", "a"])).toBe('"b", "a"');
  expect(namesInMessage(["b", "a"], "zebra")).toBe('"b", "a"');
});

test("a message lists ten of many names, and counts the others", () => {
  const text = namesInMessage(many, "zebra");
  expect(text.startsWith('"tool_0", "tool_1", ')).toBe(true);
  expect(text.endsWith('"tool_9" and 1,213 more')).toBe(true);
});

test.each([
  ["get_forecast", "weather_get_forecast"],
  ["functions.weather_get_forecast", "weather_get_forecast"],
  ["create_issue", "issues_create"],
  ["WeatherGetForecast", "weather_get_forecast"],
])("a message lists first the name that %j was meant for", (wanted, meant) => {
  expect(namesInMessage([...many, "weather_get_forecast", "issues_create"], wanted).split(", ")[0]).toBe(`"${meant}"`);
});
