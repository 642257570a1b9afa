/** Sends one POST, once; also with a body that is sent slowly, or with a connection that is dropped in the middle. */
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';

/** `status` is null when no answer came; `retryAfter` in seconds. */
export type Answer = { status: number | null; body: Buffer; retryAfter: number };
/** `slow`: in pieces, `pause` milliseconds apart; `dropped`: the connection ends in the middle; `oversize`: blanks up to `size` bytes. */
export type BodyMisbehaviour = { as: 'slow'; pause: number } | { as: 'dropped' } | { as: 'oversize'; size: number };
export type Post = {
  path: string;
  headers: Record<string, string>;
  body: Buffer;
  how?: BodyMisbehaviour | undefined;
  signal?: AbortSignal | undefined;
};
export type Sender = { post(call: Post): Promise<Answer>; close(): Promise<void> };

const timeoutMs = 30_000;
const pieces = 8;
const noAnswer: Answer = { status: null, body: Buffer.alloc(0), retryAfter: 0 };

/** @param url `{client_base_url}`, with or without a slash at its end */
export function createSender(url: string, ca: string | undefined): Sender {
  const base = new URL(url).href.replace(/\/+$/, '');
  const agent = new Agent({ headersTimeout: timeoutMs, bodyTimeout: timeoutMs, connect: { timeout: timeoutMs, ...(ca && { ca }) } });

  return {
    async post({ path, headers, body: plain, how, signal }) {
      const body = how?.as === 'oversize' ? Buffer.concat([plain, Buffer.alloc(Math.max(0, how.size - plain.length), ' ')]) : plain;
      try {
        const answer = await request(base + path, {
          dispatcher: agent,
          method: 'POST',
          headers: { ...headers, 'content-length': String(body.length) },
          body: how?.as === 'slow' || how?.as === 'dropped' ? Readable.from(halting(body, how)) : body,
          ...(signal && { signal }),
        });
        const bytes = Buffer.from(await answer.body.arrayBuffer());
        return { status: answer.statusCode, body: bytes, retryAfter: Number(answer.headers['retry-after']) || 0 };
      } catch {
        signal?.throwIfAborted();
        // Refused, reset or too late: the caller treats all alike.
        return noAnswer;
      }
    },
    close: () => agent.destroy(),
  };
}

async function* halting(body: Buffer, how: { as: 'slow'; pause: number } | { as: 'dropped' }): AsyncGenerator<Buffer> {
  const size = Math.ceil(body.length / pieces);
  for (let at = 0; at < body.length; at += size) {
    if (how.as === 'dropped' && at >= body.length / 2) throw new Error('dropped on purpose');
    yield body.subarray(at, at + size);
    if (how.as === 'slow') await wait(how.pause);
    // The earlier bytes must be sent when the connection ends.
    else await wait(20);
  }
}
