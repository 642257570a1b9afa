/** The bytes of documents on their way out: read while they are sent, no faster, and never half a document as a whole. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { closing } from '../support/closing.ts';
import { StationError } from '../support/doors/errors.ts';
import type { SentContent } from '../support/doors/provider.ts';
import { call, client, memoryStore, pdf, sentBytes } from '../support/network/provider-client.ts';
import { type Script, startRawServer, withToken } from '../support/network/raw-server.ts';
import { networkOf, systemOf, transports } from '../support/network/system-network.ts';

describe.each(transports)('by the network of the %s,', (transport) => {
  async function scripted(script: Script) {
    const server = closing(await startRawServer(withToken(script)));
    const provider = closing(client(server.origin, networkOf(transport), { system: systemOf() }));
    const send = (...contents: SentContent[]) => {
      const documents = contents.map((content, index) => ({ reference: `r${index}`, fileName: `${index}.pdf`, content }));
      return provider.signDocuments(call({ documents }), memoryStore().incoming);
    };
    return { server, send };
  }

  /** A server that says of each call whether its body arrived whole. */
  async function judging() {
    const whole = Promise.withResolvers<boolean>();
    const made = await scripted((exchange) =>
      exchange.body().then(
        () => whole.resolve(true),
        () => whole.resolve(false),
      ),
    );
    return { ...made, whole: whole.promise };
  }

  describe('100 MB of content', () => {
    const [pieces, piece] = [1600, Buffer.alloc(65_536, '%PDF-1.7 0123456789')];
    const size = pieces * piece.length;

    it('are sent with their length or in pieces, and read no faster than the server accepts them', async () => {
      let [read, taken, furthest] = [0, 0, 0];
      const { server, send } = await scripted(async ({ socket, begun, header, answer }) => {
        await sleep(200); // time enough to run ahead, for whoever would
        const wanted = Number(header('content-length'));
        taken = begun.length;
        for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
          taken += chunk.length;
          if (taken >= wanted || chunk.subarray(-5).equals(Buffer.from('0\r\n\r\n'))) break;
          if (taken < 8_000_000) await sleep(1);
        }
        answer(200, { signedDocuments: [] });
      });
      const outcome = await send({
        size,
        async *read() {
          for (let index = 0; index < pieces; index++) {
            read += piece.length;
            furthest = Math.max(furthest, read - taken);
            yield piece;
          }
        },
      });
      expect(outcome).toEqual({ kind: 'answered', items: [], otherTexts: [], defect: null, unread: null });
      expect(read).toBe(size);
      // What the station's and the system's buffers hold, of which the latter are megabytes on either side.
      expect(furthest).toBeLessThan(size / 3);
      expect(server.connections()).toBe(2);
      const [length, encoding] = ['content-length', 'transfer-encoding'].map((name) => server.exchanges[1]?.header(name));
      expect(encoding).toBe(transport === 'system' ? 'chunked' : undefined);
      if (transport === 'system') return expect(length).toBeUndefined();
      expect(Number(length) - size).toBeGreaterThan(0);
      expect(Number(length) - size).toBeLessThan(2000);
    });

    it('are no longer read after the server closes the connection', async () => {
      const ended = Promise.withResolvers<number>();
      const { send } = await scripted(async ({ socket }) => {
        await new Promise((resolve) => socket.once('data', resolve).resume());
        socket.resetAndDestroy();
      });
      const outcome = await send({
        size,
        async *read() {
          let index = 0;
          try {
            for (; index < pieces; index++) yield piece;
          } finally {
            ended.resolve(index);
          }
        },
      });
      expect(outcome).toMatchObject({ kind: 'unknown', problem: { code: 'no-answer' } });
      expect(await ended.promise).toBeLessThan(pieces);
    });
  });

  it('content is read again for a second try after 401', async () => {
    const bodies: Buffer[] = [];
    const { send, server } = await scripted(async (exchange) => {
      bodies.push(await exchange.body());
      exchange.answer(bodies.length === 1 ? 401 : 200, bodies.length === 1 ? { error: 'x' } : { signedDocuments: [] });
    });
    let reads = 0;
    const content = pdf('%PDF-1.7 once more');
    const counted: SentContent = {
      size: content.size,
      read() {
        reads++;
        return content.read();
      },
    };
    expect(await send(counted)).toMatchObject({ kind: 'answered' });
    expect(reads).toBe(2);
    expect(bodies.map((body) => body.includes('%PDF-1.7 once more'))).toEqual([true, true]);
    expect(server.exchanges.map(({ path }) => path)).toEqual(['/token', '/sign-documents', '/token', '/sign-documents']);
  });

  describe('content that cannot be read to its end sends no complete form, is refused and needs a person', () => {
    const bytes = Buffer.alloc(300_000, 'y');
    const breaks = (read: number, thrown: unknown): SentContent => ({
      size: bytes.length,
      async *read() {
        yield bytes.subarray(0, read);
        throw thrown;
      },
    });
    const damaged = new StationError('stored-data-damaged', { kind: 'original' });
    const internal = { code: 'internal' };

    it.each<[string, SentContent, object]>([
      ['with a StationError on the way', breaks(100_000, damaged), damaged.problem],
      ['with a StationError before the first byte', breaks(0, damaged), damaged.problem],
      ['with a StationError after the last byte', breaks(bytes.length, damaged), damaged.problem],
      ['with any other error', breaks(100_000, new TypeError('of /home/ana')), { code: 'internal', message: 'internal: TypeError' }],
      ['with no error at all', breaks(100_000, undefined), internal],
      [
        'with an error like one of the connection',
        breaks(100_000, Object.assign(new Error('x'), { code: 'UND_ERR_SOCKET' })),
        { code: 'internal', message: 'internal: Error' },
      ],
      ['with fewer bytes than announced', { ...sentBytes(bytes.subarray(1)), size: bytes.length }, internal],
      ['with none of the bytes announced', { ...sentBytes(bytes.subarray(0, 0)), size: bytes.length }, internal],
      ['with more bytes than announced', { ...sentBytes(bytes), size: bytes.length - 1 }, internal],
      [
        'with a read that throws',
        {
          size: bytes.length,
          read() {
            throw damaged;
          },
        },
        damaged.problem,
      ],
    ])('%s', async (_, content, expected) => {
      for (const contents of [[content], [pdf('x'), content], [content, sentBytes(bytes)]]) {
        const { send, server, whole } = await judging();
        expect(await send(...contents)).toMatchObject({ kind: 'refused', problem: expected, retryable: false });
        expect(await whole).toBe(false);
        expect(server.exchanges.map(({ path }) => path)).toEqual(['/token', '/sign-documents']);
      }
    });
  });
});
