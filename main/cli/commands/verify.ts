/** `verify`: what it takes. `verify/verify-file.ts` checks. Needs neither profile, secret nor data. */
import { defineCommand } from '../support/command.ts';

export const verify = defineCommand(
  {
    name: 'verify',
    forms: { main: { takes: 'pdf', one: 'verify-one-file' } },
    options: { original: { value: 'file' }, report: { value: 'new-pdf' } },
  },
  async ({ values, argument }, io) => {
    const { verifyFile } = await import('./verify/verify-file.ts');
    return verifyFile({ file: argument, original: values.original, report: values.report, json: values.json }, io);
  },
);
