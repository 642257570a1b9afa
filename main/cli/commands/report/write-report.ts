/** Writes the report of a problem as a ZIP. Works while the station or `serve` is running: it then has no counts. */
import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { problemOf } from '../../../../shared/errors.ts';
import { countStates } from '../../../app/report/count-states.ts';
import { makeReport, type ReportFacts, reportZip } from '../../../app/report/make-report.ts';
import { openStationData } from '../../../app/station-data.ts';
import { openStationFolder } from '../../../app/station-folder.ts';
import { writeWhole } from '../../../platform/files/write-whole.ts';
import type { Words } from '../../../platform/i18n/words.ts';
import { exitCodes } from '../../support/exit-codes.ts';
import { type CommandIo, print } from '../../support/io.ts';
import { folderOptions } from '../../support/open-folder.ts';
import { intoOutFile } from '../../support/out-paths.ts';
import { WrongUse } from '../../support/wrong-use.ts';

/** `file`: absolute. `dataDir`: `--data-dir`. */
type ReportOptions = { file: string; json: boolean | undefined; dataDir: string | undefined };

export async function writeReport({ file, json, dataDir }: ReportOptions, io: CommandIo, words: Words): Promise<number> {
  const options = await folderOptions(dataDir, io);
  if (!existsSync(options.dataDir)) throw new WrongUse('report-nothing');
  const now = new Date();
  const facts = await factsOf(options);
  const files = makeReport(options.dataDir, facts, now);
  const { name, size } = await intoOutFile(
    () => writeWhole({ folder: dirname(file), name: basename(file), content: reportZip(files, now) }),
    'file-not-writable',
  );
  const text = words.say('report.written', { name, files: files.map((each) => each.name).join(', ') });
  await print({ json: { name, size, files: files.map((each) => each.name) }, text, note: null }, json, io);
  if (facts.code !== null) await io.err(`${words.say('report.no-counts', { code: facts.code })}\n`);
  return exitCodes.allDone;
}

async function factsOf(options: Parameters<typeof openStationFolder>[0]): Promise<ReportFacts> {
  const unknown = { notices: [], keychain: null, practice: null };
  try {
    return await openStationFolder(options, async (folder) => {
      const { store, settingsDatabase, unlock } = folder;
      // What it throws is resolved by a second opening, so that nothing is closed here.
      const data = openStationData(folder);
      try {
        const notices = [...settingsDatabase.notices(), ...data.notices()].map(({ code }) => code);
        return { ...unknown, counts: countStates(store.database), code: null, notices, keychain: store.memoryOnly?.code ?? null };
      } finally {
        await store.close();
        settingsDatabase.close();
        unlock();
      }
    });
  } catch (thrown) {
    return { ...unknown, counts: null, code: problemOf(thrown).code };
  }
}
