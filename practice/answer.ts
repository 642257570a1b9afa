/** Sends one answer, whole or spoiled by a misbehaviour. */
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Misbehaviour, PracticeLogEntry } from './behaviour.ts';
import { type Body, bodyOf, cutBody, jsonBody } from './json-body.ts';
import { Refusal } from './refusal.ts';

// Not imported: an import reads all exports, and `WebSocket` loads Node's own undici.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

export type Answer = { status: number; value: unknown };
/** Makes the error body that the interface description has for an operation. */
export type ErrorBody = (status: number, text: string) => unknown;

export const errorMember: ErrorBody = (_status, error) => ({ error });
/** Endpoint F: one member named after the status. For a status that is not described, its usual name. */
export const statusMember: ErrorBody = (status, text) => ({ [STATUS_CODES[status] ?? 'Error']: text });

/** Runs the work of a call: 200 with its value, a refusal with its status, or 500. */
export async function outcome(work: () => Promise<unknown>, errorBody: ErrorBody): Promise<Answer> {
  try {
    return { status: 200, value: await work() };
  } catch (thrown) {
    if (thrown instanceof Refusal) return { status: thrown.status, value: errorBody(thrown.status, thrown.message) };
    return { status: 500, value: errorBody(500, 'internal error') };
  }
}

/** Ends the connection at once, or as soon as the body begins to arrive; without a body, when the request has ended. */
export async function dropRequest(request: FastifyRequest, reply: FastifyReply, where: 'before-body' | 'during-request'): Promise<void> {
  reply.hijack();
  if (where === 'during-request' && !request.raw.readableEnded)
    await new Promise((resolve) => request.raw.once('data', resolve).once('end', resolve).once('close', resolve));
  reply.raw.destroy();
}

/** Reads the rest of the body. Closing a connection with unread bytes resets it, and the answer may be lost with it. */
export async function readToEnd({ raw }: FastifyRequest): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return;
  await new Promise((resolve) => raw.once('end', resolve).once('close', resolve).resume());
}

/** Sends the answer and resolves with the status for the log. `stop` ends a delay when the provider closes. */
export async function sendAnswer(
  reply: FastifyReply,
  answer: Answer,
  wrong: Misbehaviour,
  errorBody: ErrorBody,
  stop: AbortSignal,
): Promise<PracticeLogEntry['status']> {
  reply.hijack();
  const { raw } = reply;
  // A delay that is cut short by the provider's end gets no answer: the connection is about to be closed.
  if (wrong.delay) await wait(wrong.delay, undefined, { signal: stop }).catch(() => raw.destroy());
  if (raw.destroyed || wrong.drop === 'before-answer') {
    raw.destroy();
    return 'dropped';
  }
  const { status, type, body } = spoiled(answer, wrong, errorBody);
  raw.writeHead(status, { 'content-type': type, 'content-length': body.size, 'cache-control': 'no-store', ...wrong.headers });
  if (wrong.drop === 'during-answer') {
    // Destroyed only once the first half has left, so that the other side sees the start of an answer.
    for (const piece of cutBody(body, Math.floor(body.size / 2)).pieces()) await written(raw, piece);
    raw.destroy();
    return 'dropped';
  }
  let last: Uint8Array = new Uint8Array();
  for (const piece of body.pieces()) {
    if (last.length > 0) await written(raw, last);
    if (raw.destroyed) return 'dropped';
    last = piece;
  }
  // Not awaited, so that the call is in the log before a client can have read the answer.
  raw.end(last);
  return status;
}

/** Resolves when the piece has left, or when the connection is gone. */
const written = (raw: ServerResponse, piece: Uint8Array): Promise<void> => new Promise((resolve) => raw.write(piece, () => resolve()));

function spoiled({ status, value }: Answer, wrong: Misbehaviour, errorBody: ErrorBody): { status: number; type: string; body: Body } {
  const type = 'application/json; charset=utf-8';
  if (wrong.status !== undefined || wrong.body !== undefined) {
    const forced = wrong.status ?? 200;
    return { status: forced, type, body: bodyOf(wrong.body ?? JSON.stringify(errorBody(forced, `practice: requested answer ${forced}`))) };
  }
  if (wrong.json === 'none')
    return { status, type: 'text/html; charset=utf-8', body: bodyOf('<!doctype html><title>practice</title><p>Not JSON.</p>') };
  const body = jsonBody(value);
  return { status, type, body: wrong.json === 'truncated' ? cutBody(body, Math.floor(body.size / 2)) : body };
}
