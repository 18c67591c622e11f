import { ces } from "../../../src/runtime/adapters/ces.ts";
import { discover } from "../../../src/runtime/adapters/discover.ts";
import { deleteItem, getItem } from "../store.ts";
import { decidedBy, type Entries } from "./entry.ts";

const call = { id: "c", displayName: "store_delete_item", args: { id: 7 } };
const outputs = [{ toolCalls: { toolCalls: [call] }, turnIndex: 1 }];
const tools = [getItem, deleteItem] as const;

/** A turn of a session whose agent deletes an item. */
const turn = ({ runTurn }: ReturnType<typeof ces>) => {
  let round = 0;
  return runTurn(async () => ({ outputs: round++ === 0 ? outputs : [{ text: "Done." }] }), [{ text: "Delete it." }]);
};

export const entries: Entries = {
  answer: [[], (options) => ces(tools, options).answer(call)],
  respond: [[], (options) => ces(tools, options).respond(outputs)],
  runTurn: [[], (options) => turn(ces(tools, options))],
  "answer by the name of the operation": [
    [],
    (options) => ces(tools, options).answer({ id: "c", toolsetTool: { toolset: "x/store", toolId: "delete_item" }, args: { id: 7 } }),
  ],
  "call_tool of `discover`": [
    [],
    (options) =>
      ces(discover(tools), options).answer({
        id: "c",
        displayName: "call_tool",
        args: { name: "store_delete_item", arguments: { id: 7 } },
      }),
  ],
  "runTurn, approved": [[7], (options) => turn(ces(tools, { ...options, approve: () => true }))],
  'our tool with `approval: "none"`': [[7], (options) => ces([{ ...deleteItem, approval: "none" }], options).answer(call)],
  ...decidedBy((options) => ces(tools, options).answer(call)),
};
