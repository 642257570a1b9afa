/**
 * A bulk screening through the station against a provider that answers after 20 ms: how near it comes to the rate that the delay
 * allows, next to a bare loop of the same calls, and how its memory grows. By hand, one run of the station:
 * `node test/bench/bulk-screening.ts [rows] [delay, milliseconds]`.
 */
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Pool } from 'undici';
import { createStation } from '../support/doors/app.ts';
import { profileSchema } from '../support/doors/domain.ts';
import { machineWords } from '../support/doors/screening.ts';
import { peakMemory } from '../support/runner/peak-memory.ts';
import { type Bench, type Figure, pairs } from './lib/bench.ts';

type Task = { folder: string; list: string; url: string };
/** `seconds`: of taking the rows over, asking, and writing the results; `cpuSeconds`: of asking. */
type Result = { rows: number; seconds: { takeOver: number; ask: number; write: number }; cpuSeconds: number; peakMiB: number };
type Program = 'station' | 'bare';

const concurrency = 8;
const delayMs = 20;
/** The bare loop has the same rate from the first rows on. */
const rowsOf: Record<Program, number> = { station: 20_000, bare: 2_000 };
const [few, many] = [10_000, 100_000];

/** An answer without a match, as the practice provider has it. */
function clearAnswer(query: string): string {
  const { Name: nombre, Identification: doc_id } = JSON.parse(query);
  const empty = { datos_pro: null, datos_ramajudicial: null, datos_amlnews: [], datos_tsti: [], datos_twitter: null };
  const results = [{ item_no: 1, nombre, doc_id, block: false, ...empty }];
  return JSON.stringify({ datetime: '2026-11-25 11:01:18', id_bitacora: 900001, results, elapsed_time: 0.02 });
}

/** Answers every call after a delay, with little work: it shares the processors with what is measured. */
async function provider(delay: number): Promise<void> {
  const server = createServer((request, response) => {
    void text(request).then((query) => {
      const answer = clearAnswer(query);
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) };
      setTimeout(() => response.writeHead(200, headers).end(answer), delay);
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.once('disconnect', () => process.exit());
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Everything that a run does: the file checked and taken over, each answer read and encrypted, the results written. */
async function station({ folder, list, url }: Task): Promise<Omit<Result, 'peakMiB'>> {
  const { bulk, close } = await createStation({
    dataDir: join(folder, 'data'),
    vaultKey: Buffer.alloc(32, 1),
    provider: {
      kind: 'external',
      profile: profileSchema.parse({ name: 'bench', search: { url, projectName: 'bench' } }),
      secrets: { searchApiKey: 'bench' },
    },
    sending: 'manual',
  });
  const times = [performance.now()];
  const { fileId, options, mapping } = await bulk.openFile(list);
  const { id } = await bulk.start({ fileId, options, mapping, judicial: false, procurator: false, pace: { concurrency, perMinute: 0 } });
  while (!bulk.list()[0]?.takenOver) await once(bulk.events, 'changed');
  times.push(performance.now());
  const before = cpuSeconds();
  const { counts } = await bulk.finished(id, 1_000);
  times.push(performance.now());
  const used = cpuSeconds() - before;
  const words = machineWords({ reason: ({ kind }) => kind });
  const { rows } = await bulk.export(id, join(folder, 'out.csv'), 'csv', words);
  times.push(performance.now());
  await close();
  if (counts.clear !== rows) throw new Error(`not all were answered: ${JSON.stringify(counts)}`);
  const [takeOver = 0, ask = 0, write = 0] = times.slice(1).map((time, at) => (time - (times[at] ?? 0)) / 1000);
  return { rows, seconds: { takeOver, ask, write }, cpuSeconds: used };
}

/** The same calls, whose answers are not looked at. */
async function bare({ list, url }: Task): Promise<Omit<Result, 'peakMiB'>> {
  const { origin, pathname: path } = new URL(url);
  const pool = new Pool(origin, { connections: concurrency });
  const lines = createInterface({ input: createReadStream(list) })[Symbol.asyncIterator]();
  await lines.next();
  const [begun, before] = [performance.now(), cpuSeconds()];
  let rows = 0;
  const caller = async () => {
    for (let line = await lines.next(); !line.done; line = await lines.next()) {
      const [Name, Identification] = line.value.split(',');
      const headers = { 'content-type': 'application/json', projectName: 'bench', 'X-API-Key': 'bench' };
      const { body } = await pool.request({ method: 'POST', path, headers, body: JSON.stringify({ Name, Identification }) });
      await body.text();
      rows += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, caller));
  const ask = (performance.now() - begun) / 1000;
  const used = cpuSeconds() - before;
  await pool.close();
  return { rows, seconds: { takeOver: 0, ask, write: 0 }, cpuSeconds: used };
}

async function writeList(path: string, rows: number): Promise<void> {
  function* lines() {
    yield 'nombre,cedula,nota\n';
    for (let n = 0; n < rows; n += 1) yield `Persona Inventada ${n},${10_000_000 + n},una nota cualquiera\n`;
  }
  await pipeline(lines, createWriteStream(path));
}

/**
 * The heap's limit, which bounds the garbage that V8 lets lie. With 128 MiB it collects without end: it counts its reserved memory, of
 * which 32 MiB are in use.
 */
const heapMiB = 256;

/** Runs one of both in a process of its own, with a data folder of its own. */
async function runOf(program: Program, rows: number, url: string): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'bulk-screening-'));
  try {
    const task: Task = { folder, list: join(folder, 'list.csv'), url };
    await writeList(task.list, rows);
    const argv = [`--max-old-space-size=${heapMiB}`, fileURLToPath(import.meta.url), program];
    const { stdout } = await promisify(execFile)(process.execPath, argv, { env: { ...process.env, BENCH_TASK: JSON.stringify(task) } });
    return JSON.parse(stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function withProvider<T>(delay: number, work: (url: string) => Promise<T>): Promise<T> {
  const child = fork(fileURLToPath(import.meta.url), ['provider', String(delay)]);
  try {
    const [port] = await once(child, 'message');
    return await work(`http://127.0.0.1:${port}/search`);
  } finally {
    child.disconnect();
  }
}

async function measure(say: (text: string) => void): Promise<Figure[]> {
  const allowed = (1000 / delayMs) * concurrency;
  const perSecond = ({ rows, seconds }: Result) => rows / seconds.ask;
  const overAll = ({ rows, seconds: { takeOver, ask, write } }: Result) => rows / (takeOver + ask + write);
  const { ours, reference } = await withProvider(delayMs, (url) => {
    const run = async (program: Program) => {
      const result = await runOf(program, rowsOf[program], url);
      say(`${program}: ${perSecond(result).toFixed(0)} rows a second`);
      return result;
    };
    return pairs(
      5,
      () => run('station'),
      () => run('bare'),
    );
  });
  const [small, large] = await withProvider(0, async (url) => {
    const run = async (rows: number) => {
      const result = await runOf('station', rows, url);
      say(`${rows} rows: ${result.peakMiB} MiB, ${perSecond(result).toFixed(0)} rows a second`);
      return result;
    };
    return [await run(few), await run(many)];
  });
  const all = (value: number) => ours.map(() => value);
  return [
    {
      what: `asking ${rowsOf.station} rows, ${concurrency} at once, ${delayMs} ms; reference: rows × delay ÷ ${concurrency}`,
      unit: 'rows/s',
      ours: ours.map(perSecond),
      reference: all(allowed),
      goal: { atLeast: 0.9 },
    },
    { what: 'the same with taking over and writing out', unit: 'rows/s', ours: ours.map(overAll), reference: all(allowed), goal: null },
    { what: 'a bare loop of the same calls', unit: 'rows/s', ours: reference.map(perSecond), reference: all(allowed), goal: null },
    {
      what: 'CPU of a row',
      unit: 'ms',
      ours: ours.map(({ cpuSeconds, rows }) => (cpuSeconds * 1000) / rows),
      reference: reference.map(({ cpuSeconds, rows }) => (cpuSeconds * 1000) / rows),
      goal: null,
    },
    {
      what: `memory at ${many} rows; reference: at ${few}`,
      unit: 'MiB',
      ours: [large.peakMiB],
      reference: [small.peakMiB],
      goal: { atMost: 1.2 },
    },
  ];
}

export const bench: Bench = { name: 'bulk-screening', measure };

const [what, more] = process.argv.slice(2);
if (import.meta.main && what === 'provider') await provider(Number(more));
else if (import.meta.main && (what === 'station' || what === 'bare')) {
  const task: Task = JSON.parse(process.env.BENCH_TASK ?? '');
  const result = await (what === 'station' ? station(task) : bare(task));
  console.log(JSON.stringify({ ...result, peakMiB: Math.round(peakMemory() / 2 ** 20) }));
} else if (import.meta.main) {
  await withProvider(Number(more ?? delayMs), async (url) => console.log(await runOf('station', Number(what ?? rowsOf.station), url)));
}
