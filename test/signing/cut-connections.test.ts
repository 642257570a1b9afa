/**
 * The outcomes of the two documents of a call whose connection is cut: at each place in one manner, by turns; in the soak, at each
 * place in every manner. A proxy of this test is between the station and the practice provider; tokens bypass it. Three calls share
 * a station.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closing } from '../support/closing.ts';
import { networkSchema } from '../support/doors/domain.ts';
import { type Practice, startPractice } from '../support/doors/practice.ts';
import { type CuttingProxy, type Manner, manners, type Place, type Shape, startCuttingProxy } from '../support/network/cutting-proxy.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { sized } from '../support/runner/soak.ts';
import { type SigningStation, withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { tempDir } from '../support/temp-dir.ts';
import { longWait } from '../support/waiting.ts';

const request = (bytes: (shape: Shape) => number): Place => ({ in: 'request', bytes });
const answer = (bytes: (shape: Shape) => number): Place => ({ in: 'answer', bytes });

/** Where the text of the nth signed document begins in the answer, where it ends, and where its entry does. */
function entryAt({ text }: Shape, n: number): { from: number; to: number; end: number } {
  const mark = '"signedDocument":"';
  let at = -1;
  for (let i = 0; i < n; i += 1) at = text.indexOf(mark, at + 1);
  if (at < 0) throw new Error('the answer has no such document');
  const from = at + mark.length;
  const to = text.indexOf('"', from);
  return { from, to, end: text.indexOf('}', to) + 1 };
}
const middle = ({ from, to }: { from: number; to: number }): number => Math.floor((from + to) / 2);

type State = 'in-doubt no-answer' | 'in-doubt answer-cut-off' | 'signed';
/** `reached`: the provider got the whole call and signed both documents. */
type Row = { place: Place; states: [State, State]; reached: boolean };

const lost: [State, State] = ['in-doubt no-answer', 'in-doubt no-answer'];
const cutOff: [State, State] = ['in-doubt answer-cut-off', 'in-doubt answer-cut-off'];
const firstOnly: [State, State] = ['signed', 'in-doubt answer-cut-off'];
const both: [State, State] = ['signed', 'signed'];

/** From the first byte on the outcome is unknown; of the answer, each complete entry counts. The same in every manner. */
const table: Record<string, Row> = {
  'accepted, and not a byte read': { place: { in: 'accepted' }, states: lost, reached: false },
  'within the request line': { place: request(() => 10), states: lost, reached: false },
  'within the headers': { place: request(({ head }) => head - 2), states: lost, reached: false },
  'after the headers': { place: request(({ head }) => head), states: lost, reached: false },
  'after a byte of the body': { place: request(({ head }) => head + 1), states: lost, reached: false },
  'in the middle of the body': { place: request(({ head, whole }) => Math.floor((head + whole) / 2)), states: lost, reached: false },
  'before the last byte of the body': { place: request(({ whole }) => whole - 1), states: lost, reached: false },
  'after the body': { place: request(({ whole }) => whole), states: lost, reached: true },
  'within the answer’s status line': { place: answer(() => 5), states: lost, reached: true },
  'within the answer’s headers': { place: answer(({ head }) => head - 2), states: lost, reached: true },
  'after the answer’s headers': { place: answer(({ head }) => head), states: cutOff, reached: true },
  'after a byte of the answer’s body': { place: answer(({ head }) => head + 1), states: cutOff, reached: true },
  'within the first document’s text': { place: answer((shape) => middle(entryAt(shape, 1))), states: cutOff, reached: true },
  'after the first document’s text': { place: answer((shape) => entryAt(shape, 1).to + 1), states: cutOff, reached: true },
  'after the first entry': { place: answer((shape) => entryAt(shape, 1).end), states: firstOnly, reached: true },
  'within the second document’s text': { place: answer((shape) => middle(entryAt(shape, 2))), states: firstOnly, reached: true },
  'before the end of the second entry': { place: answer((shape) => entryAt(shape, 2).end - 1), states: firstOnly, reached: true },
  'after the second entry': { place: answer((shape) => entryAt(shape, 2).end), states: both, reached: true },
  'before the last byte of the answer': { place: answer(({ whole }) => whole - 1), states: both, reached: true },
  'after the answer': { place: answer(({ whole }) => whole), states: both, reached: true },
};

type Cut = Row & { name: string; manner: Manner };
/** At most three cuts a station, since its circuit breaker opens after that; all with one outcome, which decides the timeouts. */
const stations: [Cut, ...Cut[]][] = [];
for (const [index, [name, row]] of Object.entries(table).entries()) {
  for (const manner of sized<readonly Manner[]>([manners[index % manners.length] ?? manners[0]], manners)) {
    const last = stations.at(-1);
    if (last && last.length < 3 && last[0].states === row.states) last.push({ ...row, name, manner });
    else stations.push([{ ...row, name, manner }]);
  }
}

/** Before the TLS keys are agreed on nothing of the call is sent: queued again, and sent automatically when online. */
const encrypted: Record<string, { place: Place; states: RegExp }> = {
  'within the first message of TLS': { place: request(() => 60), states: /^queued / },
  'after the first message of TLS': { place: request(({ head }) => head), states: /^queued / },
  'far within what is encrypted': { place: request(({ head }) => head + 30_000), states: /^in-doubt no-answer$/ },
};

let practice: Practice;
let secure: Practice;
beforeAll(async () => {
  [practice, secure] = [await startPractice(), await startPractice({ tls: true })];
});
afterAll(async () => {
  await Promise.all([practice.close(), secure.close()]);
});

const normal = networkSchema.parse({ proxy: 'none' });
const { answerTimeout, silenceTimeout } = normal;
let number = 0;

type Line = { station: SigningStation; proxy: CuttingProxy; provider: Practice };
/** `impatient`: a silent line is soon given up. */
async function open(provider: Practice, impatient: Partial<typeof normal>): Promise<Line> {
  const proxy = closing(await startCuttingProxy(provider.origin));
  const caFile = provider.certificate === undefined ? '' : await writeFile(await tempDir(), 'ca.pem', provider.certificate);
  const profile = { network: { ...normal, caFile, ...impatient } };
  const station = withSigningActions(await buildStation({ provider, signing: { baseUrl: proxy.origin }, profile }));
  return { station, proxy, provider };
}

/** Two documents of one call, long enough for several packets. `sent` is how often the provider got one of them. */
async function pair({ station, provider }: Line): Promise<{ ids: string[]; sent: () => number }> {
  number += 1;
  const names = [`${number}a`, `${number}b`];
  const paths: string[] = [];
  for (const name of names) paths.push(await writeFile(station.folder, `${name}.pdf`, await longPdf(name)));
  const { ids } = await station.documents.open(paths);
  const sent = () => provider.log().flatMap(({ documents = [] }) => documents.filter(({ reference }) => names.includes(reference))).length;
  return { ids, sent };
}

async function longPdf(name: string): Promise<Uint8Array> {
  const small = Buffer.from(await plainPdf(1, name));
  return Buffer.concat([small, Buffer.alloc(40_000, 0x20), small.subarray(small.lastIndexOf('startxref'))]);
}

const result = (state: string): string => (state.startsWith('sending') || state === 'queued' ? 'not yet' : state);

/** The connection works, the station is woken and restarted: documents in doubt do not change, and others are sent. */
async function goOn({ station }: Line, ids: readonly string[], sent: () => number): Promise<void> {
  const [before, sentBefore] = [station.states(ids), sent()];
  station.queue.wake();
  await station.reopen({ profile: { ...station.profile, network: { ...station.profile.network, answerTimeout, silenceTimeout } } });
  station.queue.wake();
  number += 1;
  const [other = ''] = await station.contracts(`${number}other`);
  await station.send([other], { clientInfo: 'T-2' });
  await expect.poll(() => station.states([other]), longWait).toEqual(['signed']);
  expect(station.states(ids)).toEqual(before);
  expect(sent()).toBe(sentBefore);
}

describe('a connection that is cut or refused', () => {
  for (const cuts of stations) {
    const { states } = cuts[0];
    const names = new Set(cuts.map(({ name }) => name));
    test(`${[...names].join('; ')}: ${[...new Set(states)].join(', ')}`, async () => {
      // Before the answer's body, how long the provider takes does not matter: it is in doubt either way.
      const line = await open(practice, { ...(states === lost && { answerTimeout: 400 }), silenceTimeout: 1_000 });
      const pairs: Awaited<ReturnType<typeof pair>>[] = [];
      for (const { name, place, manner, reached } of cuts) {
        const { ids, sent } = await pair(line);
        line.proxy.cutNext(place, manner);
        await line.station.send(ids);
        await expect.poll(() => [name, manner, ...line.station.states(ids).map(result)], longWait).toEqual([name, manner, ...states]);
        await expect.poll(sent, longWait).toBe(reached ? 2 : 0);
        pairs.push({ ids, sent });
      }
      const ids = pairs.flatMap((one) => one.ids);
      await goOn(line, ids, () => pairs.reduce((sum, { sent }) => sum + sent(), 0));
      expect(line.station.states(ids)).toEqual(cuts.flatMap(() => states));
      expect(line.proxy.connections()).toBe(cuts.length + 1);
    });
  }

  test('refused: queued again, and signed automatically once the provider listens', async () => {
    const line = await open(practice, {});
    const { ids, sent } = await pair(line);
    await line.proxy.down();
    await line.station.send(ids);
    await expect.poll(() => line.station.states(ids).map(result), longWait).toEqual(Array(2).fill('queued connection-refused'));
    await line.proxy.up();
    await expect.poll(() => line.station.states(ids), longWait).toEqual(both);
    expect(sent()).toBe(2);
    await goOn(line, ids, sent);
  });
});

describe('an encrypted connection that is cut', () => {
  for (const [index, [name, { place, states }]] of Object.entries(encrypted).entries()) {
    const inManners = sized<readonly Manner[]>([manners[index] ?? manners[0]], manners);
    const again = states.test('queued offline');
    test(`${name}: ${again ? 'queued again, then signed' : 'in doubt'}`, async () => {
      const line = await open(secure, { connectTimeout: 1_000, ...(!again && { answerTimeout: 1_000 }) });
      for (const manner of inManners) {
        const { ids, sent } = await pair(line);
        const seen: string[] = [];
        line.station.signing.events.on('changed', () => seen.push(...line.station.states(ids).map(result)));
        line.proxy.cutNext(place, manner);
        await line.station.send(ids);
        // What is queued again may be signed before anyone looks.
        await expect.poll(() => seen.find((state) => states.test(state)) ?? [manner, ...seen].join(), longWait).toMatch(states);
        if (again) await expect.poll(() => line.station.states(ids), longWait).toEqual(both);
        else expect(line.station.states(ids).every((state) => states.test(state))).toBe(true);
        expect(sent()).toBe(again ? 2 : 0);
        if (manner === inManners.at(-1)) await goOn(line, ids, sent);
      }
    });
  }
});
