/**
 * The line to the practice provider: it notes which documents are on their way and what was answered, tells the
 * provider before each call how to misbehave, and is slow now and then, so that a kill meets calls half-way.
 */
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Misbehaviour, PracticeInWorker, PracticeOperation } from '../../support/doors/practice.ts';
import type { Random } from '../../support/kill/random.ts';
import { listen } from '../../support/network/listening.ts';
import type { Account } from './account.ts';
import { nextMisbehaviour } from './misbehaving.ts';

/** One sign-documents call under way. */
type Live = { call: number; answering: boolean; notProcessed: boolean };

export type Front = {
  origin: string;
  /** `request`: the first bytes of a call are there; `answer`: of its answer; `answered`: the whole answer is handed on. */
  events: EventEmitter<{ request: []; answer: []; answered: [] }>;
  /** Calls that are sending, and that are being answered. */
  live(): { sending: number; answering: number };
  /** No misbehaviour and no slowness from now on, or, with false, both again. */
  behave(well?: boolean): void;
  /** Resolves when no connection is left. */
  idle(): Promise<void>;
  close(): Promise<void>;
};

const pieces = 8;
const maxReferenceLength = 16;

export async function startFront(practice: PracticeInWorker, account: Account, random: Random): Promise<Front> {
  const events: Front['events'] = new EventEmitter();
  const lives = new Set<Live>();
  const sockets = new Set<Socket>();
  const { port } = new URL(practice.origin);
  let behaved = false;
  let calls = 0;

  /** Notes each reference number when it has come by. */
  function noteReferences(live: Live): { see: (chunk: Buffer) => void; seen: Set<string> } {
    const seen = new Set<string>();
    let text = '';
    const see = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      for (const [reference] of text.matchAll(/KT-REF-\d{4}/g)) {
        if (seen.has(reference)) continue;
        seen.add(reference);
        account.wentOut(reference, live.call);
        // The provider may refuse while the rest is on its way.
        if (live.notProcessed) account.notProcessed(reference, live.call);
      }
      text = text.slice(-maxReferenceLength);
    };
    return { see, seen };
  }

  /** Hands on in pieces; slowly when chance says so. */
  async function handOn(chunk: Buffer, write: (piece: Buffer) => void, slow: boolean): Promise<void> {
    if (!slow) return write(chunk);
    const size = Math.ceil(chunk.length / pieces);
    for (let at = 0; at < chunk.length; at += size) {
      write(chunk.subarray(at, at + size));
      await wait(2);
    }
  }

  async function setBehaviour(operation: PracticeOperation): Promise<void> {
    if (behaved) return;
    if (random.chance(0.01)) await practice.spoilTokens(random.chance(0.5) ? 'expired' : 'unknown');
    const how: Misbehaviour | null = nextMisbehaviour(operation, random);
    if (how) await practice.misbehave(operation, how);
  }

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const isSign = incoming.url === '/sign-documents';
    await setBehaviour(isSign ? 'sign' : incoming.url === '/token' ? 'token' : 'validation');
    const live: Live = { call: ++calls, answering: false, notProcessed: false };
    const { see, seen } = noteReferences(live);
    const slow = { request: !behaved && random.chance(0.4), answer: !behaved && random.chance(0.5) };
    const breakOff = () => {
      incoming.socket.destroy();
      upstream.destroy();
    };
    const upstream = request({
      host: '127.0.0.1',
      port,
      method: incoming.method,
      path: incoming.url,
      headers: incoming.headers,
      agent: false,
    });
    upstream.on('error', breakOff);
    outgoing.on('close', () => {
      lives.delete(live);
      if (!outgoing.writableFinished) breakOff();
    });
    if (isSign) lives.add(live);
    upstream.on('response', (answer) => {
      void (async () => {
        const status = answer.statusCode ?? 0;
        const certain = [401, 403, 413, 429].includes(status) || (status === 503 && answer.headers['retry-after'] !== undefined);
        live.notProcessed = certain;
        if (certain) for (const reference of seen) account.notProcessed(reference, live.call);
        outgoing.writeHead(status, answer.headers);
        for await (const chunk of answer as AsyncIterable<Buffer>) {
          live.answering = true;
          if (isSign) events.emit('answer');
          await handOn(chunk, (piece) => outgoing.write(piece), slow.answer);
        }
        outgoing.end();
        lives.delete(live);
        if (isSign) events.emit('answered');
      })().catch(breakOff);
    });
    let first = true;
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      see(chunk);
      if (isSign && first) events.emit('request');
      first = false;
      await handOn(chunk, (piece) => upstream.write(piece), slow.request);
    }
    upstream.end();
  }

  const server = createServer((incoming, outgoing) => {
    // A caller that was killed, or a provider that dropped the call.
    pass(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    if (!behaved && random.chance(0.03)) socket.destroy();
  });
  return {
    origin: `http://127.0.0.1:${await listen(server)}`,
    events,
    live: () => ({
      sending: [...lives].filter(({ answering }) => !answering).length,
      answering: [...lives].filter(({ answering }) => answering).length,
    }),
    behave(well = true) {
      behaved = well;
    },
    async idle() {
      while (sockets.size > 0) await wait(2);
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
