/** `validation`: asks for the record of a transaction; its pictures, video and documents go to a folder. */

import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { localDay } from '../../shared/domain/local-format.ts';
import type { RecordFile } from '../../shared/domain/record.ts';
import { hasTrait, type Problem, problemOf, StationError } from '../../shared/errors.ts';
import type { Station } from '../app/station.ts';
import { openRecordFiles, type RecordFiles, readRecord } from '../features/records/records.ts';
import { writeWhole } from '../platform/files/write-whole.ts';
import type { Words } from '../platform/i18n/words.ts';
import { checkLanguage } from './common-options.ts';
import { exactJson } from './exact-json.ts';
import { exitCodes } from './exit-codes.ts';
import { untilInterrupted } from './interruption.ts';
import type { CommandIo } from './io.ts';
import { openStation } from './open-station.ts';
import { outputFolder } from './output-folder.ts';
import { chooseProvider, demandSection } from './provider-choice.ts';
import { recordFileNames } from './record-file-names.ts';
import { checkParts, readValidationOptions, type ValidationOptions } from './validation-options.ts';
import { type ListedFile, validationPage } from './validation-page.ts';

export async function validation(argv: readonly string[], io: CommandIo, words: Words): Promise<number> {
  const options = readValidationOptions(argv);
  const { values } = options;
  checkLanguage(values.lang);
  const chosen = { practice: values.practice ?? false, profileFile: values['profile-file'], section: 'validation' as const };
  const provider = await chooseProvider(chosen, io);
  const { station } = await openStation({ dataDir: values['data-dir'], provider }, io, words);
  try {
    await demandSection(station, provider, 'validation');
    const parts = station.validationParts();
    if (parts === null) throw new StationError('validation-not-set-up');
    checkParts(options.ids, parts);
    const folder = options.out === null ? null : await outputFolder(resolve(io.cwd, options.out));
    return await fetchOne(station, options, folder, io, words);
  } finally {
    await station.close();
  }
}

/** What comes is encrypted until it is in the folder, and gone when the command ends. */
async function fetchOne(station: Station, options: ValidationOptions, folder: string | null, io: CommandIo, words: Words): Promise<number> {
  const recordId = randomUUID();
  const store = openRecordFiles(station.encryptedFiles, recordId);
  try {
    const { json, kept } = await ask(station, options, store);
    const reading = readRecord(json, kept, { visitIdentification: '', receivedDay: localDay(new Date()) });
    const names = recordFileNames(reading);
    const { files, problem } = await writeFiles(station, recordId, kept, folder, names);
    const output = options.json
      ? JSON.stringify(
          { record: exactJson(Buffer.from(json)), files, code: problem?.code ?? null, reason: problem && words.problem(problem) },
          null,
          2,
        )
      : validationPage(reading, files, words);
    await io.out(`${output}\n`);
    if (problem === null) return exitCodes.allDone;
    await io.err(`${words.say('validation.not-written', { code: problem.code })}\n`);
    return exitCodes.someFailed;
  } catch (thrown) {
    const found = problemOf(thrown);
    // Faults of the station and of settings are reported like those of every command.
    if (found.code === 'internal' || hasTrait(found, 'settings')) throw thrown;
    // What the provider says may name a person, so that it is told on stdout only.
    const reason = found.code === 'cancelled' ? words.say('validation.broken-off') : words.problem(found);
    await io.out(`${options.json ? JSON.stringify({ record: null, files: [], code: found.code, reason }, null, 2) : reason}\n`);
    await io.err(`${words.say('validation.nothing-came', { code: found.code })}\n`);
    return exitCodes.noneSucceeded;
  } finally {
    await store.discard();
  }
}

async function ask(station: Station, { ids, wish }: ValidationOptions, store: RecordFiles): Promise<{ json: string; kept: RecordFile[] }> {
  return untilInterrupted(async (signal) => {
    const lease = await station.acquireValidation();
    try {
      const { json, texts } = await lease.connection.fetch({ parts: ids, wish }, store, { signal });
      return { json, kept: await store.finish(texts) };
    } finally {
      lease.release();
    }
  });
}

/** Each whole and under a name of its own. `problem`: why the first of those that are not there could not be written. */
async function writeFiles(
  { encryptedFiles }: Station,
  owner: string,
  kept: readonly RecordFile[],
  folder: string | null,
  names: ReadonlyMap<string, string>,
): Promise<{ files: ListedFile[]; problem: Problem | null }> {
  const files: ListedFile[] = [];
  let problem: Problem | null = null;
  for (const { id, path, mime, size, sha256 } of kept) {
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
