import type { Content, GoogleGenAI } from "@google/genai";
import { gemini } from "toolsetc/gemini";
import { getForecast, searchPlaces } from "../../../generated/toolsets/weather/index.ts";
export async function answer(ai: GoogleGenAI, contents: Content[], baseUrl: string): Promise<string | undefined> {
  const { tools, answerAll } = gemini([getForecast, searchPlaces], { baseUrl });
  const response = await ai.models.generateContent({ model: "gemini-3-pro", contents, config: { tools } });
  const said = response.candidates?.[0]?.content;
  if (said === undefined || response.functionCalls === undefined) return response.text;
  return answer(ai, [...contents, said, { role: "user", parts: await answerAll(response.functionCalls) }], baseUrl);
}
