/**
 * Skips `100 Continue`, which a provider or a proxy may send unasked before its answer, and a client must accept (RFC 9110, 15.2).
 * undici ends the connection on it, and the documents of the call would be in doubt. It has no option for that, but names each socket
 * on this channel, before it reads from it, whatever route the connection takes. The head of the answer behind it is mended
 * (`mend-head.ts`), of the first one of a connection: a connection of a call that may not be repeated has no other.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { mendHead } from './mend-head.ts';

const start = Buffer.from('HTTP/1.1 100');
const end = '\r\n\r\n';

/** Once in a process, for all connections of undici. */
export function skipContinue(): void {
  subscribe('undici:client:connected', connected);
}

function connected(message: unknown): void {
  const { socket } = message as { socket: Socket };
  const read = socket.read.bind(socket);
  let isBegun = false;
  socket.read = (size) => {
    let chunk = read(size);
    while (Buffer.isBuffer(chunk) && chunk.subarray(0, start.length).equals(start) && chunk.includes(end)) {
      const rest = chunk.subarray(chunk.indexOf(end) + end.length);
      chunk = rest.length > 0 ? rest : read(size);
    }
    if (isBegun || !Buffer.isBuffer(chunk)) return chunk;
    isBegun = true;
    return mendHead(chunk);
  };
}
