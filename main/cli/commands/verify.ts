/** `verify`: what it takes. `verify/verify-file.ts` checks. Needs neither secret nor data; a profile adds the provider's roots and rules. */
import { defineCommand } from '../support/command.ts';

export const verify = defineCommand(
  {
    name: 'verify',
    forms: { main: { takes: 'pdf', one: 'verify-one-file' } },
    options: { original: { value: 'file' }, report: { value: 'new-pdf' } },
  },
  async ({ values, argument }, io) => {
    const { original, report, json, practice, 'profile-file': profileFile } = values;
    const { chooseProvider } = await import('../support/provider-choice.ts');
    const provider = await chooseProvider({ practice, profileFile, offline: true }, io);
    const { verifyFile } = await import('./verify/verify-file.ts');
    return verifyFile({ file: argument, original, report, json, provider }, io);
  },
);
