/** Reads request bodies up to a limit and at a minimum pace, or discards them. */
import type { IncomingMessage } from 'node:http';
import type { Limits } from './limits.ts';
import { keepPace } from './pace.ts';
import { Refusal } from './refusal.ts';

/** @throws Refusal 413 for more than `maxBytes`, 408 for a body that comes too slowly, 400 for one that breaks off */
export function readBody(request: IncomingMessage, maxBytes: number, pace: Limits['pace']): Promise<Buffer> {
  const tooLarge = () => new Refusal(413, 'the body is too large');
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length']) > maxBytes) return reject(tooLarge());
    const chunks: Buffer[] = [];
    let length = 0;
    const stopPace = keepPace(
      pace,
      () => length,
      () => end(() => reject(new Refusal(408, 'the body comes too slowly'))),
    );
    const end = (then: () => void): void => {
      stopPace();
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      then();
    };
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > maxBytes) end(() => reject(tooLarge()));
      else chunks.push(chunk);
    };
    const onEnd = (): void => end(() => resolve(Buffer.concat(chunks, length)));
    const onClose = (): void => end(() => reject(new Refusal(400, 'the body broke off')));
    request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Reads the rest and discards it: a connection that is closed with unread bytes is reset, and the answer may be lost with
 * it. Resolves with true when all of it came.
 */
export function discardBody(request: IncomingMessage, { bytes, time }: Limits['unwanted']): Promise<boolean> {
  if (request.readableEnded) return Promise.resolve(true);
  if (request.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    let left = bytes;
    const timer = setTimeout(() => end(false), time);
    const end = (all: boolean): void => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      if (!all) request.pause();
      resolve(all);
    };
    const onData = (chunk: Buffer): void => {
      left -= chunk.length;
      if (left < 0) end(false);
    };
    const onEnd = (): void => end(true);
    const onClose = (): void => end(false);
    request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose).resume();
  });
}
