import { langchain } from "toolsetc/langchain";
import { answers, baseUrl, tools, wanted } from "./store.mjs";

for (const approved of answers) {
  const made = langchain(tools, { baseUrl, approve: () => approved });
  for (const { name } of wanted(approved)) {
    const call = { type: "tool_call", id: "1", name, args: { id: 7 } };
    const said = await made
      .find((each) => each.name === name)
      .invoke(call)
      .then((message) => message.tool_call_id)
      .catch((error) => error.cause.code);
    if (said !== (approved ? "1" : "declined")) throw new Error(`The call ended with ${said}.`);
  }
}
