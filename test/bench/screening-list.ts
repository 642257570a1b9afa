/**
 * A list through the station beside a bare loop of the same calls: `node test/bench/screening-list.ts [rows, default
 * 5000] [concurrency, default 8]`. Each way runs in a process of its own with a heap of 128 MiB against the same
 * practice provider, and prints its rows per second; then the station takes ten times the rows, for its memory.
 */
import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Pool } from 'undici';
import { createStation } from '../support/doors/app.ts';
import { type Profile, profileSchema, type SecretName } from '../support/doors/domain.ts';
import { startPracticeWorker } from '../support/doors/practice.ts';
import { machineWords } from '../support/doors/screening.ts';
import { peakMemory } from '../support/peak-memory.ts';

type Task = { list: string; folder: string; concurrency: number; profile: Profile; secrets: Partial<Record<SecretName, string>> };
type Result = { rows: number; seconds: number; peakMiB: number };

/** Everything that a run does: the file checked and taken over, each answer read and encrypted, the results written. */
async function station({ list, folder, concurrency, profile, secrets }: Task): Promise<number> {
  const { mass, close } = await createStation({
    dataDir: join(folder, 'data'),
    vaultKey: Buffer.alloc(32, 1),
    provider: { kind: 'given', profile, secrets },
    sending: 'manual',
  });
  const { fileId, options, mapping } = await mass.openFile(list);
  const pace = { concurrency, perMinute: 0 };
  const { id } = await mass.start({ fileId, options, mapping, judicial: false, procurator: false, pace });
  const { counts } = await mass.settled(id, 1_000);
  const { rows } = await mass.export(
    id,
    join(folder, 'out.csv'),
    'csv',
    machineWords({ problem: ({ code }) => code, silent: String, others: String, faults: String }),
  );
  await close();
  if (counts.clear !== rows) throw new Error(`not all were answered: ${JSON.stringify(counts)}`);
  return rows;
}

/** The same calls, whose answers nobody looks at. */
async function bare({ list, concurrency, profile, secrets }: Task): Promise<number> {
  const { search } = profile;
  if (!search) throw new Error('no search');
  const { origin, pathname } = new URL(search.url);
  const pool = new Pool(origin, { connections: concurrency });
  const headers = { 'content-type': 'application/json', projectName: search.projectName, 'X-API-Key': secrets.searchApiKey ?? '' };
  const lines = createInterface({ input: createReadStream(list) })[Symbol.asyncIterator]();
  await lines.next();
  let rows = 0;
  const caller = async () => {
    for (let line = await lines.next(); !line.done; line = await lines.next()) {
      const [name, identification] = line.value.split(',');
      const asked = { Name: name, Identification: identification, [search.judicialFlag]: false, SearchProcuration: false };
      const { statusCode, body } = await pool.request({ method: 'POST', path: pathname, headers, body: JSON.stringify(asked) });
      await body.text();
      if (statusCode !== 200) throw new Error(`status ${statusCode}`);
      rows += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, caller));
  await pool.close();
  return rows;
}

async function measured(work: () => Promise<number>): Promise<Result> {
  const start = performance.now();
  const rows = await work();
  const seconds = Number(((performance.now() - start) / 1000).toFixed(2));
  return { rows, seconds, peakMiB: Math.round(peakMemory() / 2 ** 20) };
}

const [first = '5000', second = '8'] = process.argv.slice(2);
if (first === 'station' || first === 'bare') {
  const task: Task = JSON.parse(process.env.BENCH_TASK ?? '');
  console.log(JSON.stringify(await measured(() => (first === 'station' ? station(task) : bare(task)))));
} else {
  const practice = await startPracticeWorker(new URL('../../practice/worker.ts', import.meta.url));
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const run = async (way: 'station' | 'bare', rows: number): Promise<Result> => {
    const own = await mkdtemp(join(folder, 'run-'));
    const list = join(own, 'list.csv');
    const lines = Array.from({ length: rows }, (_, n) => `Persona Inventada ${n},${10_000_000 + n},una nota cualquiera\n`);
    await writeFile(list, `nombre,cedula,nota\n${lines.join('')}`);
    const profile = profileSchema.parse(practice.profile);
    const task: Task = { list, folder: own, concurrency: Number(second), profile, secrets: practice.secrets };
    const argv = ['--max-old-space-size=128', fileURLToPath(import.meta.url), way];
    const { stdout } = await promisify(execFile)(process.execPath, argv, { env: { ...process.env, BENCH_TASK: JSON.stringify(task) } });
    return JSON.parse(stdout);
  };
  try {
    const rows = Number(first);
    const [loop, ours, larger] = [await run('bare', rows), await run('station', rows), await run('station', 10 * rows)];
    const perSecond = (result: Result) => Math.round(result.rows / result.seconds);
    console.log(
      JSON.stringify({
        concurrency: Number(second),
        bare: { ...loop, perSecond: perSecond(loop) },
        station: { ...ours, perSecond: perSecond(ours) },
        tenTimes: { ...larger, perSecond: perSecond(larger) },
        ofBare: Number((loop.seconds / ours.seconds).toFixed(2)),
      }),
    );
  } finally {
    await rm(folder, { recursive: true });
    await practice.close();
  }
}
