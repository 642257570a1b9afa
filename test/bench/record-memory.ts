/**
 * Memory of the station's process while a record of 60 MiB of pictures and video comes, is looked at, and goes out:
 * `node test/bench/record-memory.ts`. The practice provider runs in this process, and each step in one of its own; next to
 * the station a reader that takes the answer whole (`response.json()`, `Buffer.from(…, 'base64')`). Prints, in MiB over
 * what the process had before the step, the highest resident memory, the highest of heap and what hangs on it, and, in
 * another run, the highest of what is still in use after a collection (the rest is Node's to give back when it needs it).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createStation, type Station } from '../support/doors/app.ts';
import { type Profile, profileSchema, type SecretName } from '../support/doors/domain.ts';
import { writeWhole } from '../support/doors/files.ts';
import { startPractice } from '../support/doors/practice.ts';
import { recordJson, recordPdf } from '../support/doors/records.ts';
import { peakMemory } from '../support/runner/peak-memory.ts';

const MiB = 1024 * 1024;
const transaction = 'TX-2002';
const steps = ['whole answer, for comparison', 'fetch', 'range of the video', 'JSON with files', 'PDF with pictures', 'evidence'] as const;
type Step = (typeof steps)[number];
type Task = { step: Step; collect: boolean; folder: string; profile: Profile; secrets: Partial<Record<SecretName, string>> };
type Measured = { rssMiB: number; heapMiB: number; inUseMiB?: number; seconds: number; bytes: number };

const [at] = process.argv.slice(2);
if (at === 'child') {
  const task = (await json(process.stdin)) as Task;
  console.log(JSON.stringify(await (task.step === steps[0] ? whole(task) : inStation(task))));
} else {
  const practice = await startPractice();
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const profile = profileSchema.parse(practice.profile);
  const found: Record<string, Measured> = {};
  for (const step of steps) {
    const task = { step, folder, profile, secrets: practice.secrets };
    const { rssMiB, heapMiB, seconds, bytes } = await inChild({ ...task, collect: false });
    const { heapMiB: inUseMiB } = await inChild({ ...task, collect: true });
    found[step] = { rssMiB, heapMiB, inUseMiB, seconds, bytes };
  }
  console.table(found);
  const [theirs, ours] = [found[steps[0]], found.fetch];
  if (theirs && ours) {
    const ratio = (key: 'rssMiB' | 'heapMiB') => (theirs[key] / ours[key]).toFixed(1);
    console.log(`whole answer : streamed = ${ratio('rssMiB')} (resident), ${ratio('heapMiB')} (heap and what hangs on it)`);
  }
  await practice.close();
  await rm(folder, { recursive: true });
}

async function inChild(task: Task): Promise<Measured> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'child'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  child.stdin.end(JSON.stringify(task));
  const measured = json(child.stdout);
  await ended;
  return (await measured) as Measured;
}

/** Bytes that `work` answers with are those of the result. */
async function measure(collect: boolean, work: () => Promise<number>): Promise<Measured> {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc');
  gc();
  const now = () => {
    const { rss, heapUsed, external } = process.memoryUsage();
    return { rss, heap: heapUsed + external };
  };
  const [before, highestBefore, start] = [now(), peakMemory(), performance.now()];
  const peak = { ...before };
  const sample = () => {
    if (collect) gc();
    const { rss, heap } = now();
    peak.rss = Math.max(peak.rss, rss);
    peak.heap = Math.max(peak.heap, heap);
  };
  const timer = setInterval(sample, collect ? 50 : 2);
  const bytes = await work();
  const seconds = (performance.now() - start) / 1000;
  clearInterval(timer);
  if (collect) gc();
  const last = now();
  // The system's own mark misses nothing, where the step went over what starting had needed.
  const rss = Math.max(peak.rss, last.rss, peakMemory() > highestBefore ? peakMemory() : 0);
  const over = (value: number, base: number) => Number(((value - base) / MiB).toFixed(1));
  return {
    rssMiB: over(rss, before.rss),
    heapMiB: over(Math.max(peak.heap, last.heap), before.heap),
    seconds: Number(seconds.toFixed(2)),
    bytes,
  };
}

async function whole({ profile, secrets, collect }: Task): Promise<Measured> {
  const url = (number: string) =>
    `${profile.validation?.baseUrl}/api/1/Validation/${number}?returnImages=true&returnDocuments=false&returnVideoLiveness=true`;
  const ask = async (number: string): Promise<number> => {
    const response = await fetch(url(number), { headers: { accept: 'application/json', apiKey: secrets.validationApiKey ?? '' } });
    const record = (await response.json()) as { Images: { Image: string }[] };
    const pictures = record.Images.map(({ Image }) => Buffer.from(Image, 'base64'));
    return pictures.reduce((sum, { length }) => sum + length, 0);
  };
  // What the first request loads is not the record's.
  await ask('TX-1002');
  return measure(collect, () => ask(transaction));
}

async function inStation({ step, folder, profile, secrets, collect }: Task): Promise<Measured> {
  const station = await createStation({
    dataDir: join(folder, 'data'),
    vaultKey: Buffer.alloc(32, 7),
    provider: { kind: 'external', profile, secrets },
    sending: 'manual',
  });
  try {
    if (step === 'fetch') await fetchRecord(station, 'TX-1002');
    const work = step === 'fetch' ? () => fetchRecord(station, transaction) : await onStored(step, station, folder);
    return await measure(collect, work);
  } finally {
    await station.close();
  }
}

async function fetchRecord({ visits }: Station, number: string): Promise<number> {
  const { id } = visits.create({ name: '', identification: '', transaction: number });
  const record = await visits.fetch(id, { parts: [number], wish: { images: true, documents: true, video: true } });
  return visits.record(record.id).row.files.reduce((sum, { size }) => sum + size, 0);
}

async function onStored(step: Step, { visits }: Station, folder: string): Promise<() => Promise<number>> {
  const visit = visits.page({ text: transaction, show: 'all' }, 0, 1).items[0]?.id ?? '';
  const record = visits.open(visit).records[0]?.id ?? '';
  const { row, view } = visits.record(record);
  const read = (id: string) => visits.recordFile(record, id).read();
  const write = async (name: string, content: AsyncIterable<Uint8Array>) => (await writeWhole({ folder, name, content })).size;
  const facts = { language: 'es', madeAt: new Date(), madeBy: 'Banco', stationVersion: '0' } as const;
  switch (step) {
    case 'range of the video': {
      const video = row.files.find(({ mime }) => mime?.startsWith('video/'));
      if (!video) throw new Error('the record has a video');
      const middle = Math.floor(video.size / 2);
      return () => lengthOf(visits.recordFile(record, video.id).range(middle, middle + MiB - 1));
    }
    case 'JSON with files':
      return () => write('record.json', recordJson(row, read, true));
    case 'PDF with pictures':
      return () => write('record.pdf', recordPdf(view, { ...facts, picture: (id) => buffer(read(id)) }));
    default:
      return async () =>
        (await visits.evidence(visit, join(folder, 'evidence.zip'), { wish: { images: true, video: true }, language: 'es' })).size;
  }
}

async function lengthOf(content: AsyncIterable<Uint8Array>): Promise<number> {
  let length = 0;
  for await (const piece of content) length += piece.byteLength;
  return length;
}
