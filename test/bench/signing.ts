/**
 * Signing, from the press on "sign" to the last signed file in its folder: the station in a process of its own, bundled as it is installed,
 * next to `curl` processes that send the same bodies and write the same answers to files. The provider answers with files that were really
 * signed before.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { nodeFlags } from '../support/runner/node-flags.ts';
import { program } from '../support/runner/programs.ts';
import { type Bench, type Figure, pairs } from './lib/bench.ts';
import { writePaper } from './lib/signing-papers.ts';
import type { StationRun } from './lib/signing-station.ts';

const run = promisify(execFile);
const MiB = 1024 * 1024;
/** Papers of the first calls, which are not measured, and of those that are; a station that has worked before has signed all of these. */
const [warm, count] = [10, 100];
const [perCall, callsAtOnce] = [10, 4];
const repeats = 5;

const script = (name: string) => fileURLToPath(new URL(`./lib/${name}`, import.meta.url));

async function startServer(folder: string, delay: number): Promise<{ port: string; stop(): void }> {
  const server: ChildProcess = spawn(process.execPath, [script('signing-server.ts'), folder, String(delay)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(server.stdout ?? server, 'data')) as [Buffer];
  return { port: line.toString().trim(), stop: () => void server.kill() };
}

async function signAll(
  folder: string,
  port: string,
  numbers: readonly [number, number],
  tracer: readonly string[] = [],
): Promise<StationRun> {
  const [command = '', ...before] = [...tracer, process.execPath];
  const { stdout } = await run(command, [...before, ...nodeFlags, program('signing-station'), folder, port, ...numbers.map(String)]);
  return JSON.parse(stdout) as StationRun;
}

/** @returns seconds */
async function curlAll(folder: string, port: string): Promise<number> {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.pdf'))
    .sort()
    .slice(warm, warm + count);
  const limit = pLimit(callsAtOnce);
  const begun = performance.now();
  const calls = Array.from({ length: count / perCall }, (_, call) => names.slice(call * perCall, (call + 1) * perCall));
  await Promise.all(
    calls.map((call, number) =>
      limit(() => {
        const fields = call.flatMap((name, at) => [
          ['-F', `documentPairs[${at}].referenceNumber=${name.slice(0, -4)}`],
          ['-F', `documentPairs[${at}].document=@${join(folder, name)};type=application/pdf`],
        ]);
        const out = join(folder, `curl-${number}.out`);
        return run('curl', ['-sS', '-o', out, ...fields.flat(), `http://127.0.0.1:${port}/sign-documents`]);
      }),
    ),
  );
  return (performance.now() - begun) / 1000;
}

/** @returns milliseconds of processor time a document */
async function bareAll(folder: string, port: string): Promise<number> {
  const { stdout } = await run(process.execPath, [script('bare-signing.ts'), folder, port, String(warm), String(count)]);
  return Number(stdout);
}

/** Syncs of one run between its begin and its end; null where there is no `strace`. */
async function syncsOf(folder: string, port: string): Promise<number | null> {
  try {
    execFileSync('strace', ['-V'], { stdio: 'ignore' });
  } catch {
    return null;
  }
  const trace = join(folder, 'trace.out');
  const tracer = ['strace', '-f', '--seccomp-bpf', '-qq', '-ttt', '-e', 'trace=fsync,fdatasync', '-o', trace];
  const { begin, openSeconds, end } = await signAll(folder, port, [warm, count], tracer);
  const times = readFileSync(trace, 'utf8').matchAll(/^\d+\s+(\d+\.\d+) f(?:data)?sync\(/gm);
  const within = [...times].filter(([, at]) => Number(at) * 1000 >= begin + openSeconds * 1000 && Number(at) * 1000 <= end);
  return within.length;
}

async function throughput(folder: string, delay: number, atLeast: number, say: (text: string) => void): Promise<Figure[]> {
  const server = await startServer(folder, delay);
  const cpu: number[] = [];
  const opening: number[] = [];
  const bare: number[] = [];
  const later: number[] = [];
  try {
    const ours = async () => {
      const { seconds, openSeconds, cpuMs, openCpuMs } = await signAll(folder, server.port, [warm, count]);
      say(`${delay} ms a call: ${(count / (seconds - openSeconds)).toFixed(0)} documents a second`);
      cpu.push((cpuMs - openCpuMs) / count);
      opening.push(openCpuMs / count);
      return count / (seconds - openSeconds);
    };
    const measured = await pairs(repeats, ours, async () => {
      const seconds = await curlAll(folder, server.port);
      bare.push(await bareAll(folder, server.port));
      const { cpuMs, openCpuMs } = await signAll(folder, server.port, [warm + count, count]);
      later.push((cpuMs - openCpuMs) / count);
      return count / seconds;
    });
    const whole = cpu.map((ms, at) => ms + (opening[at] ?? 0));
    const name = `${count} contracts of 1 MiB, ${perCall} a call, ${callsAtOnce} at once, provider at ${delay} ms`;
    const figures: Figure[] = [
      { what: `sign-throughput: ${name}`, unit: 'documents/s', ours: measured.ours, reference: measured.reference, goal: { atLeast } },
      { what: `sign-throughput: CPU a document, provider at ${delay} ms`, unit: 'ms', ours: cpu, reference: null, goal: { atMost: 16 } },
      { what: `CPU a document, of a station that has signed ${warm + count} before`, unit: 'ms', ours: later, reference: null, goal: null },
      { what: `CPU of opening a document, before it`, unit: 'ms', ours: opening, reference: null, goal: null },
      {
        what: 'CPU of a document, opening included; reference: its bytes by plain calls of Node',
        unit: 'ms',
        ours: whole,
        reference: bare,
        goal: null,
      },
    ];
    const syncs = delay === 0 ? await syncsOf(folder, server.port) : null;
    if (syncs !== null)
      figures.push({ what: 'sign-throughput: fsyncs a document', unit: '', ours: [syncs / count], reference: null, goal: { atMost: 4 } });
    return figures;
  } finally {
    server.stop();
  }
}

/** Peak memory of a station that signs one document of 200 MiB, over that of one that signs one of 2 MiB. */
async function memory(root: string, say: (text: string) => void): Promise<Figure> {
  const more: number[] = [];
  const peaks = new Map<number, number[]>();
  for (const size of [2, 200]) {
    const folder = mkdtempSync(join(root, 'large-'));
    await writePaper(folder, 'large', size * MiB);
    const server = await startServer(folder, 0);
    try {
      const all: number[] = [];
      for (let repeat = 0; repeat < repeats; repeat += 1) all.push((await signAll(folder, server.port, [0, 1])).peakBytes / MiB);
      say(`${size} MiB: ${all.map((one) => one.toFixed(0)).join(', ')} MiB at most`);
      peaks.set(size, all);
    } finally {
      server.stop();
    }
  }
  for (const [at, peak] of (peaks.get(200) ?? []).entries()) more.push(peak - (peaks.get(2)?.[at] ?? 0));
  return {
    what: 'sign-memory: a PDF of 200 MiB against one of 2 MiB',
    unit: 'MiB more',
    ours: more,
    reference: null,
    goal: { atMost: 48 },
  };
}

export const bench: Bench = {
  name: 'signing',
  async measure(say) {
    const root = mkdtempSync(join(tmpdir(), 'bench-signing-'));
    try {
      const folder = mkdtempSync(join(root, 'papers-'));
      say('signing the answers before');
      for (let number = 0; number < warm + 2 * count; number += 1)
        await writePaper(folder, `paper-${String(number).padStart(3, '0')}`, MiB);
      const figures = [...(await throughput(folder, 0, 0.25, say)), ...(await throughput(folder, 200, 0.8, say))];
      return [...figures, await memory(root, say)];
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
};
