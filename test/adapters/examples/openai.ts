import type OpenAI from "openai";
import { openai } from "toolsetc/openai";
import { getForecast, searchPlaces } from "../../../generated/toolsets/weather/index.ts";
export async function answer(client: OpenAI, prompt: string, baseUrl: string) {
  const { tools, answerAll } = openai([getForecast, searchPlaces], { baseUrl, strict: true });
  let response = await client.responses.create({ model: "gpt-5", tools, input: prompt });
  for (let input = await answerAll(response.output); input.length > 0; input = await answerAll(response.output))
    response = await client.responses.create({ model: "gpt-5", tools, input, previous_response_id: response.id });
  return response.output_text;
}
