/**
 * Hands each answer to undici with its head whole and mended (`mend-head.ts`), with the pieces of its body mended (`mend-pieces.ts`), and
 * without the interim answers before it, which a provider or a proxy may send unasked and a client must accept (RFC 9110, 15.2): undici ends
 * the connection on `100 Continue`, and the documents of the call would be in doubt. It has no option for that, but names each socket and
 * each request on these channels, before it reads the answer, whatever route the connection takes.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { endOfHead, mendHead } from './mend-head.ts';
import { createPieceMender } from './mend-pieces.ts';

/** An answer that is not the last one, and does not change the protocol. */
const interim = /^HTTP\/1\.\d 1(?!01)\d\d[ \r\n]/;
const isInPieces = /^transfer-encoding:.*\bchunked[ \t]*\r?$/im;
/** Bytes of a head that wait until it is complete. */
const maxPartial = 64 * 1024;

type Mender = (bytes: Buffer) => Buffer;
/** By socket, of the answer to its latest request. A socket through a proxy connects twice, to the proxy and to the provider. */
const menders = new WeakMap<Socket, Mender>();

/** Once in a process, for all connections of undici. */
export function mendAnswers(): void {
  subscribe('undici:client:connected', (message) => connected((message as { socket: Socket }).socket));
  subscribe('undici:client:sendHeaders', (message) => void menders.set((message as { socket: Socket }).socket, createMender()));
}

function connected(socket: Socket): void {
  if (menders.has(socket)) return;
  const read = socket.read.bind(socket);
  socket.read = (size) => {
    const chunk = read(size);
    // undici takes no bytes for nothing yet.
    return Buffer.isBuffer(chunk) ? (menders.get(socket)?.(chunk) ?? chunk) : chunk;
  };
}

function createMender(): Mender {
  /** The bytes of a head that is not complete; null behind it. */
  let head: Buffer | null = Buffer.alloc(0);
  let mendBody: Mender = (bytes) => bytes;
  return (bytes) => {
    if (head === null) return mendBody(bytes);
    const begin = withoutInterim(head.length === 0 ? bytes : Buffer.concat([head, bytes]));
    head = isPartOfHead(begin) ? begin : null;
    if (head !== null) return Buffer.alloc(0);
    const answer = mendHead(begin);
    const end = endOfHead(answer);
    if (!isInPieces.test(answer.toString('latin1', 0, end))) return answer;
    mendBody = createPieceMender();
    return Buffer.concat([answer.subarray(0, end), mendBody(answer.subarray(end))]);
  };
}

function withoutInterim(begin: Buffer): Buffer {
  const end = endOfHead(begin);
  return end > 0 && interim.test(begin.toString('latin1', 0, 16)) ? withoutInterim(begin.subarray(end)) : begin;
}

/** Whether the rest of the head is still to come. What is no head is none from its first bytes on. */
function isPartOfHead(begin: Buffer): boolean {
  const start = 'HTTP/1.';
  return begin.length < maxPartial && start.startsWith(begin.toString('latin1', 0, start.length)) && endOfHead(begin) === 0;
}
