import { discover } from "../../../src/runtime/adapters/discover.ts";
import { type DotCraftOptions, dotcraft } from "../../../src/runtime/adapters/dotcraft.ts";
import type { Tool } from "../../../src/runtime/index.ts";
import { connect, type Step, sdkDispatch } from "../dotcraft/client.ts";
import { deleteItem, getItem } from "../store.ts";
import type { Entries } from "./entry.ts";

const request = { threadId: "t", turnId: "u", callId: "c" };
const deletion = { namespace: "store", tool: "delete_item", arguments: { id: 7 } };
const tools = [getItem, deleteItem] as const;

/** A turn of DotCraft's server in which the model makes these calls. */
async function turn(options: DotCraftOptions, steps: readonly Step[] = [deletion], offered: readonly Tool[] = tools): Promise<void> {
  const { capabilities, requests, declarations } = dotcraft(offered, options);
  const connection = await connect({ wire: "v2", capabilities, requests });
  await connection.run(await connection.start(declarations), steps);
  await connection.close();
}

const call = (options: DotCraftOptions) => dotcraft(tools, options).requests["item/tool/call"]({ ...request, ...deletion });

export const entries: Entries = {
  "a turn": [[], (options) => turn(options)],
  "the request of a call": [[], call],
  "the handler of a tool in `dynamicTools`": [
    [],
    (options) => sdkDispatch(dotcraft(tools, options).dynamicTools).call({ ...request, ...deletion }),
  ],
  "call_tool of `discover`": [
    [],
    (options) =>
      turn(
        { ...options, approve: () => true },
        [{ namespace: "discovery", tool: "call_tool", arguments: { name: "store_delete_item", arguments: { id: 7 } } }],
        discover(tools),
      ),
  ],
  "a turn, declined": [[], (options) => turn({ ...options, approve: () => false })],
  "a turn, cancelled": [[], (options) => turn({ ...options, approve: () => "cancel" })],
  "a turn, answered with something else": [[], (options) => turn({ ...options, approve: (() => "yes") as never })],
  "a turn, accepted": [[7], (options) => turn({ ...options, approve: () => "accept" })],
  "a turn, `approve` returns true": [[7], (options) => turn({ ...options, approve: () => true })],
  "two calls, the first accepted": [
    [7],
    (options) => {
      let asked = 0;
      return turn({ ...options, approve: () => asked++ === 0 }, [deletion, deletion]);
    },
  ],
  "two calls, accepted for the session": [
    [7, 7],
    (options) => turn({ ...options, approve: () => "acceptForSession" }, [deletion, deletion]),
  ],
  'our tool with `approval: "none"`': [[7], (options) => turn(options, [deletion], [{ ...deleteItem, approval: "none" }])],
};
