/** Sends one answer, whole or as spoiled as was told. */
import { STATUS_CODES } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Misbehaviour, PracticeLogEntry } from './behaviour.ts';
import { Refusal } from './refusal.ts';

export type Answer = { status: number; value: unknown };
/** The body of an error, as the description states it for the operation. */
export type ErrorBody = (status: number, text: string) => unknown;

export const errorMember: ErrorBody = (_status, error) => ({ error });
/** Endpoint F: one member named after the status. For a status that is not described, its usual name. */
export const statusMember: ErrorBody = (status, text) => ({ [STATUS_CODES[status] ?? 'Error']: text });

/** What a call comes to: 200 with a value, a refusal with its status, or 500. */
export async function outcome(work: () => Promise<unknown>, errorBody: ErrorBody): Promise<Answer> {
  try {
    return { status: 200, value: await work() };
  } catch (thrown) {
    if (thrown instanceof Refusal) return { status: thrown.status, value: errorBody(thrown.status, thrown.message) };
    return { status: 500, value: errorBody(500, 'internal error') };
  }
}

/** Ends the connection at once or as soon as the body begins to arrive (or has ended, when there is none). */
export async function dropRequest(request: FastifyRequest, reply: FastifyReply, where: 'before-body' | 'during-request'): Promise<void> {
  reply.hijack();
  if (where === 'during-request' && !request.raw.readableEnded)
    await new Promise((resolve) => request.raw.once('data', resolve).once('end', resolve).once('close', resolve));
  reply.raw.destroy();
}

/** A connection that is closed over bytes that nobody read is reset, and the answer may be lost with it. */
export async function readToEnd({ raw }: FastifyRequest): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return;
  await new Promise((resolve) => raw.once('end', resolve).once('close', resolve).resume());
}

/** Resolves with what the log says of the call. `stop` ends a delay when the provider closes. */
export async function sendAnswer(
  reply: FastifyReply,
  answer: Answer,
  wrong: Misbehaviour,
  errorBody: ErrorBody,
  stop: AbortSignal,
): Promise<PracticeLogEntry['status']> {
  reply.hijack();
  const { raw } = reply;
  // A delay that the provider's end cuts short gets no answer: the connection is about to be closed.
  if (wrong.delay) await wait(wrong.delay, undefined, { signal: stop }).catch(() => raw.destroy());
  if (raw.destroyed || wrong.drop === 'before-answer') {
    raw.destroy();
    return 'dropped';
  }
  const { status, type, text } = spoiled(answer, wrong, errorBody);
  const body = Buffer.from(text);
  raw.writeHead(status, { 'content-type': type, 'content-length': body.length, 'cache-control': 'no-store', ...wrong.headers });
  if (wrong.drop === 'during-answer') {
    // Destroyed only once the first half has left: the other side sees an answer that began.
    await new Promise<void>((resolve) => raw.write(body.subarray(0, body.length / 2), () => resolve()));
    raw.destroy();
    return 'dropped';
  }
  raw.end(body);
  return status;
}

function spoiled({ status, value }: Answer, wrong: Misbehaviour, errorBody: ErrorBody): { status: number; type: string; text: string } {
  const type = 'application/json; charset=utf-8';
  const json = JSON.stringify(value);
  if (wrong.status !== undefined || wrong.body !== undefined) {
    const told = wrong.status ?? 200;
    return { status: told, type, text: wrong.body ?? JSON.stringify(errorBody(told, `practice: told to answer ${told}`)) };
  }
  if (wrong.json === 'none')
    return { status, type: 'text/html; charset=utf-8', text: '<!doctype html><title>practice</title><p>Not JSON.</p>' };
  if (wrong.json === 'truncated') return { status, type, text: json.slice(0, json.length / 2) };
  return { status, type, text: json };
}
