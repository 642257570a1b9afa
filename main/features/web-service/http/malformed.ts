/** Answers input that is no HTTP request, or comes too slowly; there is no call for it. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Calls } from './call.ts';

/** Headers of every answer: no answer may be cached or sniffed. */
export const everyAnswer = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

const statuses: Record<string, [number, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request comes too slowly'],
  HPE_HEADER_OVERFLOW: [431, 'the headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'the body is too large'],
};

/** For `clientError`. The parser is Node's strict one: two lengths, a bare line feed and the like end here. */
export function answerMalformed(error: Error & { code?: string }, socket: Socket, calls: Calls): void {
  const code = error.code ?? '';
  // No answer to a reset connection, a failed TLS handshake, or a connection with an answer in progress.
  if (!(code.startsWith('HPE_') || code in statuses) || !socket.writable || calls.answering(socket)) {
    socket.destroy();
    return;
  }
  const [status, text] = statuses[code] ?? [400, 'this is no HTTP request'];
  calls.malformed(socket, status);
  socket.end(rawAnswer(status, text), () => socket.destroy());
}

/** A whole answer, after which the connection ends. */
export function rawAnswer(status: number, text: string): string {
  const body = JSON.stringify({ error: text });
  const headers = {
    ...everyAnswer,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
