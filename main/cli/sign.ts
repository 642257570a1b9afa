/**
 * `sign`: opens files and folders, sends what can be sent and says what became of each. A fault of one
 * document is that document's result; the others go on.
 */

import { resolve } from 'node:path';
import type { BatchDocument } from '../../shared/domain/signing.ts';
import { hasTrait, type Problem } from '../../shared/errors.ts';
import type { Station } from '../app/station.ts';
import { queueOfStation } from '../app/stored-queue.ts';
import type { SentBefore } from '../features/signing/signing.ts';
import type { Words } from '../platform/i18n/words.ts';
import { noteFaults } from './batch-faults.ts';
import { checkLanguage } from './common-options.ts';
import { exitCodeOf } from './exit-codes.ts';
import type { CommandIo } from './io.ts';
import { tellLeftQueued, tellUnverified } from './left-queued.ts';
import { openStation } from './open-station.ts';
import { outputFolder } from './output-folder.ts';
import { withPersonalValues } from './personal-values.ts';
import { chooseProvider, demandStoredProfile } from './provider-choice.ts';
import { outcomeOf, type Result, reported, resultOf, signTable } from './report.ts';
import { lostOrSigned, saveMemoryOnly } from './save-memory-only.ts';
import { sendRest } from './send-and-wait.ts';
import { readSignOptions, type SignOptions } from './sign-options.ts';
import { WrongUse } from './wrong-use.ts';

export async function sign(argv: readonly string[], io: CommandIo, words: Words): Promise<number> {
  const options = readSignOptions(await withPersonalValues(argv, ['client-info'], io));
  const { values, offline } = options;
  checkLanguage(values.lang);
  const provider = await chooseProvider({ practice: values.practice ?? false, profileFile: values['profile-file'], offline }, io);
  const out = options.out === null ? null : await outputFolder(resolve(io.cwd, options.out));
  const { station } = await openStation({ dataDir: values['data-dir'], provider, ...(out !== null && { outputFolder: out }) }, io, words);
  try {
    await demandStoredProfile(station, provider, offline);
    if (offline && station.queue.state().memoryOnly) throw new WrongUse('offline-not-kept');
    const { batchId, results } = await signAll(station, options, io, words);
    const documents = results.map((result) => reported(result, words));
    await io.out(`${options.json ? JSON.stringify({ batchId, documents }, null, 2) : signTable(results, words)}\n`);
    const outcomes = results.map((result) => ({
      ...outcomeOf(result),
      ...(offline && { waits: result.status === 'queued' && !result.sentBefore }),
    }));
    const count = outcomes.filter(({ waits }) => waits).length;
    const repeated = results.filter((result) => result.sentBefore).length;
    if (repeated > 0) await io.err(`${words.say('sent-before.count', { count: repeated })}\n`);
    await tellUnverified(station, io, words);
    if (!offline) await tellLeftQueued(results, outcomes, io, words);
    else if (count > 0) await io.err(`${words.say('queued-offline', { count })}\n`);
    return exitCodeOf(outcomes);
  } finally {
    await station.close();
  }
}

async function signAll(
  station: Station,
  options: SignOptions,
  io: CommandIo,
  words: Words,
): Promise<{ batchId: string | null; results: Result[] }> {
  const { ids } = await station.documents.open(options.paths.map((path) => resolve(io.cwd, path)));
  const entries = await batchEntries(station, ids, options, io, words);
  const problems = new Map<string, Problem>();
  // Everything that is wrong is found at once; what is left over is a batch without fault.
  noteFaults(await station.signing.check({ documents: entries }), ids, problems);
  const { memoryOnly } = station.queue.state();
  if (memoryOnly && problems.size < entries.length) await io.err(`${words.say('not-kept')}\n`);
  const { batchId, givenUp } = await sendRest(station, entries, problems, { offline: options.offline, quiet: options.json }, io, words);
  await saveMemoryOnly(station, io, words);
  const before = await sentBefore(station, problems, options.clientInfo);
  const results = entries.map(({ documentId, reference }): Result => {
    const job = station.signing.job(documentId);
    const line = givenUp.get(documentId);
    if (job)
      return { ...lostOrSigned(resultOf(job, queueOfStation(station)), station, words), ...(line && { status: 'failed', problem: line }) };
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
  });
  return { batchId, results };
}

/** What was sent before, by document. Its signed file is put into its folder where the end of a run came between. */
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

/** Every document with its reference; with a CSV, those that it does not name have none. */
async function batchEntries(
  station: Station,
  ids: readonly string[],
  options: SignOptions,
  io: CommandIo,
  words: Words,
): Promise<BatchDocument[]> {
  const { references, clientInfo, rule, accepted, again } = options;
  const named = references === null ? null : await station.documents.matchReferences(resolve(io.cwd, references));
  if (named && named.unmatched.length > 0) await io.err(`${words.say('references-unmatched', { count: named.unmatched.length })}\n`);
  const byDocument = new Map(named?.matched.map(({ documentId, reference }) => [documentId, reference]));
  return ids.map((documentId) => {
    const reference = named ? (byDocument.get(documentId) ?? '') : station.documents.get(documentId).document.reference;
    return { documentId, reference, clientInfo, placement: rule, accepted, again };
  });
}
