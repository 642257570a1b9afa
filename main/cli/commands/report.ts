/** `report`: what it takes. `report/write-report.ts` does the work. */
import { resolve } from 'node:path';
import { defineCommand } from '../support/command.ts';
import { WrongUse } from '../support/wrong-use.ts';

export const report = defineCommand(
  { name: 'report', forms: { main: { takes: 'file' } }, options: {} },
  async ({ values, rest }, io, words) => {
    const [file, ...more] = rest;
    if (file === undefined || more.length > 0) throw new WrongUse('report-one-file');
    const { writeReport } = await import('./report/write-report.ts');
    return writeReport({ file: resolve(io.cwd, file), json: values.json, dataDir: values['data-dir'] }, io, words);
  },
);
