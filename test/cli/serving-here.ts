import { once } from "node:events";
import { PassThrough, type Readable, type Writable } from "node:stream";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { ReadBuffer, serializeMessage } from "@modelcontextprotocol/sdk/shared/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { collected, type StartedCommand, startCommand, unwrappedMessages } from "../run-command.ts";
import type { Started } from "./serving.ts";

// `toolsetc serve` of the source, in this process. `serving.ts` starts the built program, which takes a second for each test, but also
// shows what the server prints during a call: here, a call is the client's, and so is the terminal that it has.

interface Place {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The official client, connected to `toolsetc serve` on streams. */
export async function connectHere(args: readonly string[], place: Place): Promise<Started> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), collected()];
  const served = startCommand(["serve", ...args], place, { stdin, stdout, stderr: stderr.stream });
  const client = new Client({ name: "test", version: "1" });
  const faults: Error[] = [];
  client.onerror = (error) => faults.push(error);
  const failed = served.ended.then((code) => Promise.reject(new Error(`It ended with ${code}: ${stderr.text()}`)));
  // Also while nobody waits: each client that is closed ends its server.
  failed.catch(() => undefined);
  await Promise.race([client.connect(overStreams(stdout, stdin, served)), failed]);
  return { client, faults, said: () => unwrappedMessages(stderr.text()) };
}

/** What the SDK does with the streams of a process that it starts. */
function overStreams(input: Readable, output: Writable, { ended }: StartedCommand): Transport {
  const buffer = new ReadBuffer();
  const transport: Transport = {
    async start() {
      input.on("data", (chunk: Buffer) => {
        buffer.append(chunk);
        read();
      });
    },
    async send(message) {
      if (!output.write(serializeMessage(message))) await once(output, "drain");
    },
    async close() {
      output.end();
      await ended;
      transport.onclose?.();
    },
  };
  return transport;

  function read(): void {
    for (;;) {
      try {
        const message = buffer.readMessage();
        if (message === null) return;
        transport.onmessage?.(message);
      } catch (error) {
        transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
      }
    }
  }
}

export interface ServedHere {
  readonly url: URL;
  /** Sends the signal, and gives the exit code. */
  stop(signal?: "SIGINT" | "SIGTERM"): Promise<number>;
}

/** `toolsetc serve --http 0`, once it listens. */
export async function serveHere(args: readonly string[], place: Place): Promise<ServedHere> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const { ended, signal } = startCommand(["serve", "--http", "0", ...args], place, { stdin, stdout, stderr });
  let said = "";
  const url = await new Promise<URL>((resolve, reject) => {
    stderr.on("data", (chunk: unknown) => {
      said += String(chunk);
      const [, found] = /Serving .* at (\S+)\n/.exec(said) ?? [];
      if (found !== undefined) resolve(new URL(found));
    });
    void ended.then((code) => reject(new Error(`It ended with ${code}: ${said}`)));
  });
  const stop = (name: "SIGINT" | "SIGTERM" = "SIGTERM") => {
    signal(name);
    return ended;
  };
  return { url, stop };
}
