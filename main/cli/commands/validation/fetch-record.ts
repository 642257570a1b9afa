/** Queries the record of a transaction, and writes its images, video and documents to a folder. */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { localDay } from '../../../../shared/domain/local-format.ts';
import type { RecordFile, RecordWish } from '../../../../shared/domain/records/record.ts';
import { queriedTransactionOf, type ValidationPathParts } from '../../../../shared/domain/settings/profile.ts';
import { hasTrait, type Problem, problemOf, StationError } from '../../../../shared/errors.ts';
import type { Station } from '../../../app/station.ts';
import { findRecord, openRecordFiles, partOf, pathInRecord, type RecordFiles, readRecord } from '../../../features/records/records.ts';
import { writeWhole } from '../../../platform/files/write-whole.ts';
import { isObject, type JsonPath, readJson } from '../../../platform/json/exact-json.ts';
import { withoutSecrets } from '../../../platform/provider/secrets-in-use.ts';
import type { CommonValues } from '../../support/command.ts';
import { exactJson } from '../../support/exact-json.ts';
import { exitCodes } from '../../support/exit-codes.ts';
import { untilInterrupted } from '../../support/interruption.ts';
import type { CommandIo } from '../../support/io.ts';
import { withStation } from '../../support/open-station.ts';
import { outputFolder } from '../../support/out-paths.ts';
import { chooseProvider, demandSection } from '../../support/provider-choice.ts';
import { WrongUse } from '../../support/wrong-use.ts';
import { recordFileNames } from './record-file-names.ts';
import { type ListedFile, recordPage } from './record-page.ts';

export type ValidationOptions = {
  /** Values of the path's parts, in order. */
  ids: string[];
  wish: RecordWish;
  /** As typed; null: no file is written. */
  out: string | null;
  values: CommonValues;
};

export async function fetchValidation(options: ValidationOptions, io: CommandIo): Promise<number> {
  const { practice, 'profile-file': profileFile, 'data-dir': dataDir } = options.values;
  const provider = await chooseProvider({ practice, profileFile, section: 'validation' }, io);
  return withStation({ dataDir, provider }, io, async ({ station }) => {
    await demandSection(station, provider, 'validation');
    const parts = station.validationParts();
    if (parts === null) throw new StationError('validation-not-set-up');
    checkParts(options.ids, parts);
    const folder = options.out === null ? null : await outputFolder(resolve(io.cwd, options.out));
    return fetchRecord(station, { ...options, queriedTransaction: queriedTransactionOf(parts, options.ids) }, folder, io);
  });
}

/** Checks the number of values for the profile's path. @throws WrongUse */
export function checkParts(ids: readonly string[], { parts }: ValidationPathParts): void {
  const missing = parts.find((_, at) => !ids[at]);
  const all = parts.map((part) => `{${part}}`).join(' ');
  if (missing !== undefined) throw new WrongUse('part-missing', { part: missing, parts: all });
  if (ids.length > parts.length) throw new WrongUse('parts-too-many', { parts: all });
}

/** `queriedTransaction`: see `readRecord`. */
type Query = ValidationOptions & { queriedTransaction: string };

/** Contents are encrypted until they are in the folder, and removed when the command ends. */
async function fetchRecord(station: Station, options: Query, folder: string | null, io: CommandIo): Promise<number> {
  const recordId = randomUUID();
  const store = openRecordFiles(station.encryptedFiles, recordId);
  try {
    const { json, stored, ...facts } = await ask(station, options, store);
    const { within } = facts;
    const { queriedTransaction } = options;
    const reading = readRecord(json, stored, { visitIdentification: '', queriedTransaction, receivedDay: localDay(new Date()), ...facts });
    const names = recordFileNames(reading);
    const { files, problem } = await writeFiles(station, recordId, inRecord(stored, within), folder, names);
    const repeated = repeatedIn(json);
    const output = options.values.json
      ? JSON.stringify(
          {
            record: withoutRepeated(exactJson(Buffer.from(partOf(json, within))), repeated, within),
            ...(within.length > 0 && { answer: withoutRepeated(exactJson(Buffer.from(json)), repeated) }),
            ...(repeated.length > 0 && { text: withoutSecrets(json) }),
            files,
            remarks: reading.mismatches.map((one) => ({ ...one, text: io.words.say(`record:mismatches.${one.kind}.what`) })),
            code: problem?.code ?? null,
            reason: problem && io.words.problem(problem),
          },
          null,
          2,
        )
      : recordPage(reading, files, io.words);
    await io.out(`${output}\n`);
    for (const missing of missingOf(options.wish, names)) await io.err(`${io.words.say(`validation.no-${missing}`)}\n`);
    if (problem === null) return exitCodes.allDone;
    const [what, why] = ['what', 'why'].map((part) => io.words.say(`problems:${problem.code}.${part}`, { ...problem.detail }));
    await io.err(`${io.words.say('validation.not-written')} ${what} ${why}\n`);
    return exitCodes.someFailed;
  } catch (thrown) {
    const found = problemOf(thrown);
    // Faults of the station and of settings are reported like those of every command.
    if (found.code === 'internal' || hasTrait(found, 'settings')) throw thrown;
    // The provider's text may name a person, so it is printed on stdout only.
    const reason = found.code === 'cancelled' ? io.words.say('validation.broken-off') : io.words.problem(found);
    await io.out(
      `${options.values.json ? JSON.stringify({ record: null, files: [], remarks: [], code: found.code, reason }, null, 2) : reason}\n`,
    );
    await io.err(`${io.words.say('validation.not-received', { code: found.code })}\n`);
    return exitCodes.noneSucceeded;
  } finally {
    await store.discard();
  }
}

/** Returns the paths of members that occur twice in their object. */
function repeatedIn(json: string): JsonPath[] {
  const read = readJson(Buffer.from(json));
  return typeof read === 'string' ? [] : read.repeatedAt;
}

/** Makes null of members that occur twice, since programs read one value of them; the text of the answer has both. `within`: path of the value. */
function withoutRepeated(value: unknown, repeated: readonly JsonPath[], within: JsonPath = []): unknown {
  for (const path of repeated) {
    if (!within.every((step, at) => step === path[at]) || path.length <= within.length) continue;
    const [name = '', ...outer] = path.slice(within.length).toReversed();
    const object = outer.reduceRight<unknown>(
      (part, step) => (typeof part === 'object' && part !== null ? Reflect.get(part, step) : null),
      value,
    );
    if (isObject(object)) object[name] = null;
  }
  return value;
}

/** Returns the requested parts of which the record has no file. */
const missingOf = (wish: RecordWish, names: ReadonlyMap<string, string>) =>
  (
    [
      ['images', 'image-'],
      ['documents', 'signed-document-'],
      ['video', 'video-'],
    ] as const
  ).flatMap(([part, kind]) => (wish[part] && ![...names.values()].some((name) => name.startsWith(kind)) ? [part] : []));

async function ask(
  station: Station,
  { ids, wish, queriedTransaction }: Query,
  store: RecordFiles,
): Promise<{ json: string; stored: RecordFile[]; isTextUncertain: boolean; around: string; within: JsonPath }> {
  return untilInterrupted(async (signal) => {
    const lease = await station.acquireValidation();
    try {
      const answer = await lease.connection.fetch({ parts: ids, wish }, store, { signal });
      const { json, texts, around, within } = await findRecord(answer, queriedTransaction);
      return { json, stored: await store.finish(texts), isTextUncertain: answer.isTextUncertain, around, within };
    } finally {
      lease.release();
    }
  });
}

const inRecord = (files: readonly RecordFile[], within: JsonPath): RecordFile[] =>
  files.map((file) => ({ ...file, path: pathInRecord(file.path, within) }));

/** Writes each file under its own name. `problem`: why the first unwritten file could not be written. */
async function writeFiles(
  { encryptedFiles }: Station,
  owner: string,
  stored: readonly RecordFile[],
  folder: string | null,
  names: ReadonlyMap<string, string>,
): Promise<{ files: ListedFile[]; problem: Problem | null }> {
  const files: ListedFile[] = [];
  let problem: Problem | null = null;
  for (const { id, path, mime, size, sha256 } of stored) {
    let name: string | null = null;
    if (folder !== null) {
      const content = encryptedFiles.read({ kind: 'record', owner, id });
      try {
        name = (await writeWhole({ folder, name: names.get(id) ?? id, content })).name;
      } catch (thrown) {
        problem ??= problemOf(thrown);
      }
    }
    const file = folder === null || name === null ? null : resolve(folder, name);
    files.push({ path: path.join('.'), name, mime, size, sha256, file });
  }
  return { files, problem };
}
