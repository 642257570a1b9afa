/** `report`: what it takes. `report/write-report.ts` does the work. */
import { resolve } from 'node:path';
import { defineCommand } from '../support/command.ts';

export const report = defineCommand(
  { name: 'report', forms: { main: { takes: 'file', one: 'report-one-file' } }, options: {} },
  async ({ values, argument }, io) => {
    const { writeReport } = await import('./report/write-report.ts');
    return writeReport(resolve(io.cwd, argument), values, io);
  },
);
