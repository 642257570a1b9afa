/**
 * Opens files and folders, sends what can be sent, and reports the outcome of each document. A fault of one document is that document's
 * result; the others are sent.
 */
import { join, resolve } from 'node:path';
import { documentRemarks } from '../../../../shared/domain/documents/document-remarks.ts';
import type { PlacementRule } from '../../../../shared/domain/placement/placement.ts';
import type { BatchDocument } from '../../../../shared/domain/signing/signing.ts';
import { type AcceptableCode, hasTrait, isAcceptable, type Problem } from '../../../../shared/errors.ts';
import type { Station } from '../../../app/station.ts';
import { queueOfStation } from '../../../app/stored-queue.ts';
import type { SentBefore } from '../../../features/signing/signing.ts';
import { pdfsInSubfolders } from '../../../platform/files/find-files.ts';
import type { Words } from '../../../platform/i18n/words.ts';
import type { CommonValues } from '../../support/command.ts';
import { outcomeOf, type Result, reported, resultOf, signTable } from '../../support/document-results.ts';
import { exitCodeOf } from '../../support/exit-codes.ts';
import { type CommandIo, print } from '../../support/io.ts';
import { withStation } from '../../support/open-station.ts';
import { outputFolder } from '../../support/out-paths.ts';
import { chooseProvider, demandStoredProfile } from '../../support/provider-choice.ts';
import { reportLeftQueued, reportUnverified } from '../../support/report-progress.ts';
import { WrongUse } from '../../support/wrong-use.ts';
import { noteFaults, sendBatch } from './send-batch.ts';

export type SignOptions = {
  /** As typed: relative ones count from the working folder. */
  paths: string[];
  clientInfo: string;
  rule: PlacementRule;
  out: string | null;
  /** CSV of references, null for the files' names. */
  references: string | null;
  /** Remarks that are accepted for every document; see `acceptableCodes`. */
  accepted: AcceptableCode[];
  /** Queues without any call. */
  offline: boolean;
  /** Also sends what was sent before. */
  again: boolean;
  values: CommonValues;
};

export async function signDocuments(options: SignOptions, io: CommandIo): Promise<number> {
  const { offline, values } = options;
  const { practice, 'profile-file': profileFile, 'data-dir': dataDir, json } = values;
  const provider = await chooseProvider({ practice, profileFile, offline }, io);
  const out = options.out === null ? null : await outputFolder(resolve(io.cwd, options.out));
  return withStation({ dataDir, provider, ...(out !== null && { outputFolder: out }) }, io, async ({ station }) => {
    await demandStoredProfile(station, provider, offline);
    if (offline && station.queue.state().memoryOnly) throw new WrongUse('offline-memory-only');
    const { batchId, results } = await signAll(station, options, io);
    const documents = results.map((result) => reported(result, io.words));
    await print({ json: { batchId, documents }, text: signTable(results, io.words) }, json, io);
    return reportEnd(station, results, offline, io);
  });
}

/** Reports on stderr what is left to do. @returns the exit code */
async function reportEnd(station: Station, results: readonly Result[], offline: boolean, io: CommandIo): Promise<number> {
  const outcomes = results.map((result) => ({
    ...outcomeOf(result),
    ...(offline && { waits: result.status === 'queued' && !result.sentBefore }),
  }));
  const count = outcomes.filter(({ waits }) => waits).length;
  const repeated = results.filter((result) => result.sentBefore).length;
  if (repeated > 0) await io.err(`${io.words.say('sent-before.count', { count: repeated })}\n`);
  await reportUnverified(station, io);
  if (!offline) await reportLeftQueued(results, outcomes, io);
  else if (count > 0) await io.err(`${io.words.say('queued-only', { count })}\n`);
  return exitCodeOf(outcomes);
}

async function signAll(station: Station, options: SignOptions, io: CommandIo): Promise<{ batchId: string | null; results: Result[] }> {
  const paths = options.paths.map((path) => resolve(io.cwd, path));
  const { ids } = await station.documents.open(paths);
  await reportLeftOut(station, paths, options, io);
  const entries = await batchEntries(station, ids, options, io);
  const problems = new Map<string, Problem>();
  // Finds all faults at once; the other documents are a batch without fault.
  noteFaults(await station.signing.check({ documents: entries }), ids, problems);
  await reportRemarks(
    station,
    ids.filter((id) => !problems.has(id)),
    io,
  );
  const { memoryOnly } = station.queue.state();
  if (memoryOnly && problems.size < entries.length) await io.err(`${io.words.say('memory-only')}\n`);
  const { batchId, cancelled } = await sendBatch(
    station,
    entries,
    problems,
    { offline: options.offline, quiet: options.values.json ?? false },
    io,
  );
  await saveMemoryOnly(station, io);
  const before = await sentBefore(station, problems, options.clientInfo);
  return { batchId, results: entries.map((entry) => resultOfEntry(station, entry, { problems, cancelled, before }, io.words)) };
}

/** Reports on stderr how many PDFs in subfolders were not opened. The folder of the signed files does not count. */
async function reportLeftOut(
  { documents, settings }: Station,
  paths: readonly string[],
  { out }: SignOptions,
  io: CommandIo,
): Promise<void> {
  const chosen = out === null ? settings.settings().outputFolder : resolve(io.cwd, out);
  const ownFolders = new Set([...paths.map((path) => join(path, 'signed')), ...(chosen === null ? [] : [chosen])]);
  const leftOut = new Set((await Promise.all(paths.map((path) => pdfsInSubfolders(path, ownFolders)))).flat());
  for (const { id } of documents.list()) leftOut.delete(documents.get(id).path);
  if (leftOut.size > 0) await io.err(`${io.words.say('subfolders', { count: leftOut.size })}\n`);
}

/** Reports on stderr the remarks that do not have to be accepted. */
async function reportRemarks({ documents }: Station, ids: readonly string[], io: CommandIo): Promise<void> {
  for (const id of ids) {
    const { name, facts } = documents.get(id).document;
    for (const remark of documentRemarks(facts).filter(({ code }) => !isAcceptable(code)))
      await io.err(`${name}: ${io.words.problem(remark)}\n`);
  }
}

type Findings = {
  problems: ReadonlyMap<string, Problem>;
  cancelled: ReadonlyMap<string, Problem>;
  before: ReadonlyMap<string, SentBefore>;
};

function resultOfEntry(
  station: Station,
  { documentId, reference }: BatchDocument,
  { problems, cancelled, before }: Findings,
  words: Words,
): Result {
  const job = station.signing.job(documentId);
  const offlineProblem = cancelled.get(documentId);
  if (job) {
    const result = lostOrSigned(resultOf(job, queueOfStation(station)), station, words);
    return offlineProblem ? { ...result, status: 'failed', problem: offlineProblem } : result;
  }
  const { document, path } = station.documents.get(documentId);
  const { name, sha256 } = document;
  const why = problems.get(documentId) ?? null;
  const sent = before.get(documentId);
  if (sent && why) {
    const earlier = station.signing.job(sent.documentId);
    const { documentId: id, status, signedPath } = sent;
    return { id, name, path, reference, sha256, status, job: earlier, problem: why, signedPath, sentBefore: { at: sent.at } };
  }
  return { id: documentId, name, path, reference, sha256, status: 'failed', job: null, problem: why, signedPath: null };
}

/** What was sent before, by document. Delivers its signed file where an earlier run ended before the delivery. */
async function sentBefore({ signing, queue }: Station, problems: ReadonlyMap<string, Problem>, clientInfo: string) {
  const find = () => {
    const found = new Map<string, SentBefore>();
    for (const [documentId, why] of problems) {
      const sent = hasTrait(why, 'sent-before') ? signing.sentBefore(documentId, clientInfo) : null;
      if (sent) found.set(documentId, sent);
    }
    return found;
  };
  await queue.deliver([...find().values()].map(({ documentId }) => documentId));
  return find();
}

/** Every document with its reference. Documents that a CSV of references does not name have an empty one. */
async function batchEntries(station: Station, ids: readonly string[], options: SignOptions, io: CommandIo): Promise<BatchDocument[]> {
  const { references, clientInfo, rule, accepted, again } = options;
  const named = references === null ? null : await station.documents.matchReferences(resolve(io.cwd, references));
  if (named && named.unmatched.length > 0) await io.err(`${io.words.say('references-unmatched', { count: named.unmatched.length })}\n`);
  const byDocument = new Map(named?.matched.map(({ documentId, reference }) => [documentId, reference]));
  return ids.map((documentId) => {
    const reference = named ? (byDocument.get(documentId) ?? '') : station.documents.get(documentId).document.reference;
    return { documentId, reference, clientInfo, placement: rule, accepted, again };
  });
}

/** In memory-only mode, puts signed files that no folder accepted into the working folder, the last one available, and reports that on stderr. */
async function saveMemoryOnly({ signing, queue }: Station, io: CommandIo): Promise<void> {
  if (queue.state().memoryOnly === null) return;
  const left = signing.openJobs().filter(({ delivery }) => delivery === 'waiting');
  const saved = await queue.deliver(
    left.map(({ documentId }) => documentId),
    io.cwd,
  );
  if (saved > 0) await io.err(`${io.words.say('saved-here', { count: saved })}\n`);
}

/** In memory-only mode the file is gone with this process: nothing is reported as signed without its file, and an unverified one cannot be released later. */
function lostOrSigned(result: Result, { queue }: Station, words: Words): Result {
  if (queue.state().memoryOnly !== null && result.status === 'unverified' && result.signedPath === null) {
    const why = result.problem === null ? [] : [words.problem(result.problem)];
    return { ...result, reason: [...why, words.say('unverified-lost')].join(' ') };
  }
  const gone = queue.state().memoryOnly !== null && result.status === 'signed' && result.signedPath === null;
  return gone ? { ...result, status: 'in-doubt', problem: result.job?.warning ?? null, reason: words.say('signed-lost') } : result;
}
