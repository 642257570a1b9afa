/**
 * `sign`: opens files and folders, sends what can be sent and says what became of each. A fault of one
 * document is that document's result; the others go on.
 */
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { BatchDocument } from '../../shared/domain/signing.ts';
import { type Problem, StationError } from '../../shared/errors.ts';
import { systemCode } from '../files/disk-problem.ts';
import { createStation, type Station } from '../station.ts';
import type { Words } from '../words.ts';
import { checkLanguage } from './common-options.ts';
import { defaultDataDir } from './data-dir.ts';
import { exitCodes } from './exit-codes.ts';
import type { CommandIo } from './io.ts';
import { chooseProvider, demandStoredProfile } from './provider-choice.ts';
import { sendRest } from './send-and-wait.ts';
import { readSignOptions, type SignOptions } from './sign-options.ts';
import { reported, type SignResult, statusOf, table } from './sign-report.ts';
import { WrongUse } from './wrong-use.ts';

export async function sign(argv: readonly string[], io: CommandIo, words: Words): Promise<number> {
  const options = readSignOptions(argv);
  const { values } = options;
  checkLanguage(values.lang);
  const provider = await chooseProvider({ practice: values.practice ?? false, profileFile: values['profile-file'] }, io);
  const dataDir = values['data-dir'] === undefined ? defaultDataDir(process.platform, io.env) : resolve(io.cwd, values['data-dir']);
  const out = options.out === null ? null : await outputFolder(resolve(io.cwd, options.out));
  const { systemProxy } = io;
  const station = await createStation({
    dataDir,
    provider,
    ...(out !== null && { outputFolder: out }),
    ...(systemProxy && { systemProxy }),
  });
  try {
    await demandStoredProfile(station, provider);
    const { batchId, results } = await signAll(station, options, io, words);
    const documents = results.map((result) => reported(result, words));
    const named = documents.map((document, index) => ({ ...document, name: results[index]?.document.name ?? '' }));
    await io.out(`${options.json ? JSON.stringify({ batchId, documents }, null, 2) : table(named, words)}\n`);
    return exitCodeOf(results);
  } finally {
    await station.close();
  }
}

/** Made when missing: who names a folder for the results of a run wants it to be there. */
async function outputFolder(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true });
    return path;
  } catch (thrown) {
    throw new WrongUse('out-not-usable', { cause: systemCode(thrown) ?? 'unknown' });
  }
}

type Run = { batchId: string | null; results: SignResult[] };

async function signAll(station: Station, options: SignOptions, io: CommandIo, words: Words): Promise<Run> {
  const { ids } = await station.documents.open(options.paths.map((path) => resolve(io.cwd, path)));
  const entries = await batchEntries(station, ids, options, io, words);
  const problems = new Map<string, Problem>();
  // Everything that is wrong is found at once; what is left over is a batch without fault.
  for (const fault of await station.signing.check({ documents: entries })) {
    if (fault.documentId === null) {
      if (entries.length > 0) throw new StationError(fault.problem.code, fault.problem.detail);
    } else if (!problems.has(fault.documentId)) problems.set(fault.documentId, fault.problem);
  }
  const batchId = await sendRest(station, entries, problems, options.json, io, words);
  const jobs = new Map(station.signing.jobs().map((job) => [job.documentId, job]));
  const results = entries.map(({ documentId, reference }): SignResult => {
    const job = jobs.get(documentId) ?? null;
    const signedPath = job?.status === 'signed' ? station.signing.signedPath(documentId) : null;
    return { ...station.documents.get(documentId), reference, job, problem: problems.get(documentId) ?? null, signedPath };
  });
  return { batchId, results };
}

/** Every document with its reference; with a CSV, those that it does not name have none. */
async function batchEntries(
  station: Station,
  ids: readonly string[],
  options: SignOptions,
  io: CommandIo,
  words: Words,
): Promise<BatchDocument[]> {
  const { references, clientInfo, rule } = options;
  const named = references === null ? null : await station.documents.matchReferences(resolve(io.cwd, references));
  if (named && named.unmatched.length > 0) await io.err(`${words.say('references-unmatched', { count: named.unmatched.length })}\n`);
  const byDocument = new Map(named?.matched.map(({ documentId, reference }) => [documentId, reference]));
  return ids.map((documentId) => {
    const reference = named ? (byDocument.get(documentId) ?? '') : station.documents.get(documentId).document.reference;
    return { documentId, reference, clientInfo, placement: rule };
  });
}

function exitCodeOf(results: readonly SignResult[]): number {
  const signed = results.filter((result) => statusOf(result) === 'signed').length;
  if (signed === 0) return exitCodes.noneSucceeded;
  return signed === results.length ? exitCodes.allDone : exitCodes.someFailed;
}
