/** Writes the report of a problem as a ZIP. Works while the station or `serve` is running: it then has no counts. */
import { existsSync } from 'node:fs';
import { type Problem, problemOf } from '../../../../shared/errors.ts';
import { countStates } from '../../../app/report/count-states.ts';
import { makeReport, type ReportFacts, reportZip } from '../../../app/report/make-report.ts';
import { openStationData } from '../../../app/station-data.ts';
import { openStationFolder } from '../../../app/station-folder.ts';
import type { CommonValues } from '../../support/command.ts';
import { exitCodes } from '../../support/exit-codes.ts';
import { type CommandIo, print } from '../../support/io.ts';
import { folderOptions } from '../../support/open-folder.ts';
import { writeOutFile } from '../../support/out-paths.ts';
import { WrongUse } from '../../support/wrong-use.ts';

/** @param file absolute */
export async function writeReport(file: string, { json, 'data-dir': dataDir }: CommonValues, io: CommandIo): Promise<number> {
  const options = await folderOptions(dataDir, io);
  if (!existsSync(options.dataDir)) throw new WrongUse('report-nothing');
  const now = new Date();
  const { facts, why } = await factsOf(options);
  const files = makeReport(options.dataDir, facts, now);
  const { name, size } = await writeOutFile(file, reportZip(files, now), null);
  const text = io.words.say('report.written', { name, files: files.map((each) => each.name).join(', ') });
  await print({ json: { name, size, files: files.map((each) => each.name), code: facts.code }, text }, json, io);
  if (why === null) return exitCodes.allDone;
  await io.err(`${io.words.say('report.no-counts', { code: why.code })} ${io.words.problem(why)}\n`);
  // A report is also for a station that is running; anything else that is missing should not be.
  return why.code === 'data-folder-in-use' ? exitCodes.allDone : exitCodes.someFailed;
}

/** `why`: there are no counts; null with counts. */
async function factsOf(options: Parameters<typeof openStationFolder>[0]): Promise<{ facts: ReportFacts; why: Problem | null }> {
  const unknown = { notices: [], keychain: null, practice: null };
  try {
    return await openStationFolder(options, async (folder) => {
      const { store, settingsDatabase, close } = folder;
      // What it throws is resolved by a second opening, so that nothing is closed here.
      const data = openStationData(folder);
      try {
        const notices = [...settingsDatabase.notices(), ...data.notices()].map(({ code }) => code);
        // Without a key the database is empty and in memory: its counts say nothing about the stored data.
        const counts = store.memoryOnly === null ? countStates(store.database) : null;
        const why = store.memoryOnly;
        return { facts: { ...unknown, counts, code: why?.code ?? null, notices, keychain: why?.code ?? null }, why };
      } finally {
        await close();
      }
    });
  } catch (thrown) {
    const why = problemOf(thrown);
    return { facts: { ...unknown, counts: null, code: why.code }, why };
  }
}
