import { InMemoryTaskStore } from "@modelcontextprotocol/sdk/experimental/tasks/stores/in-memory.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { type RunningServer, startMcpServer } from "../mcp-server.ts";

/** A server of the official SDK whose tool `start` is executed only as a task, which the test ends. */
export interface TaskServer extends RunningServer {
  /** The tasks that were begun, the first first. */
  readonly taskIds: readonly string[];
  /** The milliseconds that the server asks to wait between two polls. */
  pollInterval: number;
  /** Ends the last task with a result. */
  finish(result?: CallToolResult, status?: "completed" | "failed"): Promise<void>;
  /** Ends the last task by the server itself. */
  cancel(why: string): Promise<void>;
  /** The status of the last task. */
  status(): Promise<string | undefined>;
  /** The methods of JSON-RPC of the requests about tools and tasks, as they arrived. */
  methods(): readonly string[];
}

/** The tool as the server lists it. */
export const startTool = {
  name: "start",
  description: "Starts an export.",
  inputSchema: { type: "object", properties: { rows: { type: "integer" } }, additionalProperties: false },
  outputSchema: { type: "object", properties: { status: { type: "string" } }, required: ["status"] },
  execution: { taskSupport: "required" },
} as const;

const done: CallToolResult = { content: [{ type: "text", text: '{"status":"done"}' }], structuredContent: { status: "done" } };

export async function startTaskServer(): Promise<TaskServer> {
  const taskStore = new InMemoryTaskStore();
  const server = await startMcpServer({ taskStore });
  const close = server.close.bind(server);
  const taskIds: string[] = [];
  const last = () => taskIds.at(-1) ?? "";
  const running: TaskServer = Object.assign(server, {
    taskIds,
    pollInterval: 50,
    finish: (result: CallToolResult = done, status: "completed" | "failed" = "completed") =>
      taskStore.storeTaskResult(last(), status, result),
    cancel: (why: string) => taskStore.updateTaskStatus(last(), "cancelled", why),
    status: async () => (await taskStore.getTask(last()))?.status,
    methods: () => server.arrivals.flatMap(({ rpc }) => (rpc !== undefined && /^(?:tasks\/|tools\/call)/.test(rpc) ? [rpc] : [])),
    async close() {
      taskStore.cleanup();
      await close();
    },
  });
  server.tools = [startTool];
  server.call = async ({ arguments: given, task }, { taskStore: tasks, taskRequestedTtl: ttl }) => {
    if (task === undefined || tasks === undefined) return { content: [], structuredContent: { status: "done", ...given } };
    const created = await tasks.createTask({ ttl: ttl ?? null, pollInterval: running.pollInterval });
    taskIds.push(created.taskId);
    return { task: created };
  };
  return running;
}
