/** Encrypts and writes contents in a thread: main has the connections to serve. */
import { createIdleThread } from '../runtime/idle-thread.ts';

/** For what is not here see `WriterDeps`. */
export type ThreadWrite = {
  part: string;
  final: string;
  key: Uint8Array;
  boundTo: string;
  /** In memory that threads share. */
  content: Uint8Array;
  /** File from which the thread reads the content; it must have the SHA-256. Null: the content is there. */
  source: string | null;
  /** Null: it is computed. */
  sha256: string | null;
};
/** `state`: see `RecentContents`. */
export type ThreadWritten = { sha256: string; state: string };
export type ThreadAnswer = { written: ThreadWritten } | { failed: ThreadFailure };
type ThreadFailure = { code: string | null; message: string; isOfSource: boolean };

const ask = createIdleThread<ThreadWrite, ThreadAnswer>('main/platform/storage/write-worker');

/** Resolves when the file is complete under `final` and synced. On failure nothing is left. Rejects with the system's error, or UnreadableSource. */
export async function writeInThread(request: ThreadWrite): Promise<ThreadWritten> {
  const answer = await ask(request);
  if ('failed' in answer) throw errorOf(answer.failed);
  return answer.written;
}

/** The source of a content could not be read: the system's code, `ENOTFILE`, or `changed` for another content. */
export class UnreadableSource extends Error {
  override readonly cause: { code: string };

  constructor(code: string) {
    super('the source could not be read');
    this.cause = Object.assign(new Error(code), { code });
  }
}

function errorOf({ code, message, isOfSource }: ThreadFailure): Error {
  if (isOfSource) return new UnreadableSource(code ?? 'unknown');
  return code === null ? new Error(message) : Object.assign(new Error(message), { code });
}
