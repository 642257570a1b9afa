/**
 * Hands the head of each answer to undici whole, mended (`mend-head.ts`), and without the interim answers before it, which a provider or a
 * proxy may send unasked and a client must accept (RFC 9110, 15.2): undici ends the connection on `100 Continue`, and the documents of the
 * call would be in doubt. It has no option for that, but names each socket and each request on these channels, before it reads the answer,
 * whatever route the connection takes.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { endOfHead, mendHead } from './mend-head.ts';

/** An answer that is not the last one, and does not change the protocol. */
const interim = /^HTTP\/1\.\d 1(?!01)\d\d[ \r\n]/;
/** Bytes of a head that wait until it is complete. */
const maxPartial = 64 * 1024;

/** By socket: the bytes of a head that is not complete. None while a body is read. */
const heads = new WeakMap<Socket, Buffer>();

/** Once in a process, for all connections of undici. */
export function handOutWholeHeads(): void {
  subscribe('undici:client:connected', (message) => connected((message as { socket: Socket }).socket));
  subscribe('undici:client:sendHeaders', (message) => void heads.set((message as { socket: Socket }).socket, Buffer.alloc(0)));
}

function connected(socket: Socket): void {
  const read = socket.read.bind(socket);
  socket.read = (size) => {
    let chunk = read(size);
    for (let head = heads.get(socket); head !== undefined && Buffer.isBuffer(chunk); head = heads.get(socket)) {
      const begin = withoutInterim(head.length === 0 ? chunk : Buffer.concat([head, chunk]));
      if (!isPartOfHead(begin)) {
        heads.delete(socket);
        return mendHead(begin);
      }
      heads.set(socket, begin);
      chunk = read(size);
    }
    return chunk;
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
