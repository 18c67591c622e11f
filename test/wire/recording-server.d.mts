export interface RecordedRequest {
  readonly raw: Buffer;
  /** `GET /a HTTP/1.1` */
  readonly line: string;
  readonly method: string;
  /** Path and query, untouched. */
  readonly target: string;
  /** Names in small letters, each line by itself; bytes as Latin-1. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

export interface RecordingServer {
  readonly address: string;
  readonly requests: RecordedRequest[];
  close(): Promise<void>;
}

export function startRecordingServer(): Promise<RecordingServer>;
