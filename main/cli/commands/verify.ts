/** `verify`: what it takes. `verify/verify-file.ts` checks. Needs neither profile, secret nor data. */
import { defineCommand } from '../support/command.ts';
import { WrongUse } from '../support/wrong-use.ts';

export const verify = defineCommand(
  {
    name: 'verify',
    forms: { main: { takes: 'pdf' } },
    options: { original: { value: 'file' }, report: { value: 'new-pdf' } },
  },
  async ({ values, rest }, io, words) => {
    const [file, ...more] = rest;
    if (file === undefined || more.length > 0) throw new WrongUse('verify-one-file');
    const { verifyFile } = await import('./verify/verify-file.ts');
    return verifyFile({ file, original: values.original, report: values.report, json: values.json }, io, words);
  },
);
