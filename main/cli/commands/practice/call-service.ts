/** The practice provider calls a client's web service (interface description, endpoints A and B). */
import { hash } from 'node:crypto';
import { resolve } from 'node:path';
import { type Caller, type CallResult, createCaller } from '../../../../practice/caller/caller.ts';
import { changed, contentOf, type PushedRecord, recordOfTransaction } from '../../../../practice/caller/invented-pushes.ts';
import { type MisbehaviourName, misbehaviours, nowAndThen } from '../../../../practice/caller/misbehaviours.ts';
import { mixOfNew, type StreamResult, streamPushes } from '../../../../practice/caller/stream.ts';
import { certificatesIn } from '../../../../shared/domain/verification/verification-settings.ts';
import { problemOf } from '../../../../shared/errors.ts';
import { systemCode } from '../../../platform/files/disk-problem.ts';
import { readWholeFile } from '../../../platform/files/read-whole-file.ts';
import { oneChunk, writeWhole } from '../../../platform/files/write-whole.ts';
import { exitCodeOfCount, exitCodes } from '../../support/exit-codes.ts';
import { untilInterrupted } from '../../support/interruption.ts';
import { type CommandIo, print } from '../../support/io.ts';
import { outputFolder } from '../../support/out-paths.ts';
import { serviceCredentials } from '../../support/secrets.ts';
import { titledTable } from '../../support/table.ts';
import { WrongUse } from '../../support/wrong-use.ts';

export type PracticeCall = { to: string; ca: string | null; json: boolean };
export type PracticePush = PracticeCall & {
  count: number;
  perSecond: number | undefined;
  transaction: string | null;
  again: boolean;
  alsoChanged: boolean;
  /** The fault of each push. */
  how: MisbehaviourName | null;
  /** Some pushes of each kind. */
  mix: boolean;
};
export type PracticeFetch = PracticeCall & { idNumber: string | null; transaction: string | null; uid: string | null; out: string | null };

type Pushed = Omit<StreamResult, 'kind'> & { kind: string };

export async function pushRecords(options: PracticePush, io: CommandIo): Promise<number> {
  return withCaller(options, io, async (caller, signal) => {
    const pushed = options.transaction === null ? await pushStream(caller, options, signal) : await pushOne(caller, options, signal);
    const accepted = pushed.filter(({ status }) => status === 200);
    const { words } = io;
    const rows = pushed.map(({ uid, kind, status, statuses }) => [
      String(status ?? '—'),
      words.say(`practice.kinds.${kind}`),
      uid,
      String(statuses.length),
    ]);
    const table = titledTable(words, 'practice', ['status', 'kind', 'uid', 'attempts'], rows);
    const json = { sent: pushed.length, accepted: accepted.length, pushes: pushed.map(reportedPush) };
    const text = `${table}\n${words.say('practice.pushed', { accepted: accepted.length, total: pushed.length })}`;
    await print({ json, text }, options.json, io);
    await reportRefused(pushed, io);
    return exitCodeOfCount(accepted.length, pushed.length);
  });
}

export async function fetchDocuments(options: PracticeFetch, io: CommandIo): Promise<number> {
  const folder = options.out === null ? null : await outputFolder(resolve(io.cwd, options.out));
  return withCaller(options, io, async (caller, signal) => {
    const result = await caller.fetch(membersOf(options), { signal });
    if (result.documents === null) {
      await print({ json: { status: result.status, documents: [] } }, options.json, io);
      if (result.status === 200) await io.err(`${io.words.say('practice.not-documents')}\n`);
      await reportRefused([result], io);
      return exitCodes.noneSucceeded;
    }
    const documents: { name: string | null; size: number; sha256: string }[] = [];
    let written = 0;
    for (const [index, bytes] of result.documents.entries()) {
      const name = folder === null ? null : await save(folder, `document-${index + 1}.pdf`, bytes, io);
      if (name !== null) written += 1;
      documents.push({ name, size: bytes.length, sha256: hash('sha256', bytes) });
    }
    const rows = documents.map(({ name, size, sha256 }) => [name ?? '—', String(size), sha256]);
    const counted = io.words.say('practice.fetched', { count: documents.length });
    const table = titledTable(io.words, 'practice', ['name', 'bytes', 'sha256'], rows);
    const text = rows.length === 0 ? counted : `${table}\n${counted}`;
    await print({ json: { status: result.status, documents }, text }, options.json, io);
    return folder === null || documents.length === 0 ? exitCodes.allDone : exitCodeOfCount(written, documents.length);
  });
}

async function withCaller(
  { to, ca }: PracticeCall,
  io: CommandIo,
  work: (caller: Caller, signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const credentials = serviceCredentials(io.env);
  if (!credentials) throw new WrongUse('service-credentials-missing');
  const authority = ca === null ? undefined : await readCa(resolve(io.cwd, ca));
  const caller = createCaller({ url: to, ...credentials, ca: authority });
  try {
    return await untilInterrupted(async (signal) => {
      try {
        return await work(caller, signal);
      } catch (thrown) {
        // An interrupted call has no answer.
        if (!signal.aborted) throw thrown;
        return exitCodes.noneSucceeded;
      }
    });
  } finally {
    await caller.close();
  }
}

async function pushStream(caller: Caller, options: PracticePush, signal: AbortSignal): Promise<Pushed[]> {
  const { count, perSecond } = options;
  const again = options.again || options.mix;
  const alsoChanged = options.alsoChanged || options.mix;
  const wrong = options.how && misbehaviours[options.how];
  const how = options.mix ? nowAndThen : () => wrong;
  if (!again && !alsoChanged && count === 1) return streamPushes(caller, { count, signal, how, mix: { usual: 1 } });
  const mix = { ...mixOfNew, ...(again && { duplicate: 3, reordered: 1 }), ...(alsoChanged && { changed: 3 }) };
  return streamPushes(caller, { count, perSecond, signal, mix, how });
}

/** Pushes the record of a transaction; then, by the options, the same again, and other content of the same Uid. */
async function pushOne(caller: Caller, { transaction, again, alsoChanged, how }: PracticePush, signal: AbortSignal): Promise<Pushed[]> {
  const record = recordOfTransaction(transaction ?? '');
  const all: [kind: string, record: PushedRecord][] = [
    ['usual', record],
    ...(again ? [['duplicate', record] as [string, PushedRecord]] : []),
    ...(alsoChanged ? [['changed', changed(record)] as [string, PushedRecord]] : []),
  ];
  const pushed: Pushed[] = [];
  for (const [kind, one] of all) {
    const wrong = how && misbehaviours[how];
    const { status, endpoint, statuses } = await caller.push(one, { signal, ...(wrong && { how: wrong }) });
    pushed.push({ kind, uid: String(one.Uid), content: contentOf(one), status, endpoint, statuses });
  }
  return pushed;
}

const reportedPush = ({ uid, kind, status, statuses }: Pushed) => ({ Uid: uid, kind, status, attempts: statuses.length });

/** The reason of the first refused call. */
async function reportRefused(results: readonly Pick<CallResult, 'status' | 'endpoint'>[], io: CommandIo): Promise<void> {
  const first = results.find(({ status }) => status !== 200);
  if (!first) return;
  const key = first.status === null ? 'no-answer' : first.endpoint === 'token' ? 'no-token' : 'refused';
  await io.err(`${io.words.say(`practice.${key}`, { status: first.status ?? 0 })}\n`);
}

const membersOf = ({ idNumber, transaction, uid }: PracticeFetch): Record<string, string> => ({
  ...(idNumber !== null && { IdNumber: idNumber }),
  ...(transaction !== null && { TransactionId: transaction }),
  ...(uid !== null && { Uid: uid }),
});

async function save(folder: string, name: string, bytes: Buffer, io: CommandIo): Promise<string | null> {
  try {
    return (await writeWhole({ folder, name, content: oneChunk(bytes) })).name;
  } catch (thrown) {
    await io.err(`${io.words.problem(problemOf(thrown))}\n`);
    return null;
  }
}

async function readCa(path: string): Promise<string> {
  const bytes = await readWholeFile(path).catch((thrown: unknown) => {
    throw new WrongUse('ca-unreadable', { cause: systemCode(thrown) ?? 'unknown' });
  });
  const text = bytes.toString();
  if (certificatesIn(text).length === 0) throw new WrongUse('ca-unreadable', { cause: 'no-certificate' });
  return text;
}
