import { dotcraft } from "../../../src/runtime/adapters/dotcraft.ts";
import { connect } from "../dotcraft/client.ts";
import { answerEach, type Conversations } from "./conversation.ts";

const turns =
  (wire: "v2" | "legacy"): Conversations[string] =>
  async (tools, context, model) => {
    const { capabilities, requests, declarations, identities } = dotcraft(tools, { ...context, wire });
    const connection = await connect({ wire, capabilities, requests });
    const thread = await connection.start(declarations);
    await answerEach(model, ({ name, arguments: given }) => {
      return connection.run(thread, [{ ...Object(identities[name]), arguments: given }]);
    });
    await connection.close();
  };

export const conversations: Conversations = { turns: turns("v2"), "turns of the former protocol": turns("legacy") };
