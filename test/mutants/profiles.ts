/** Wrong rules of stored profiles and their secrets on the command line. */
import { type Mutant, mutantsOf } from './mutant.ts';

const tests = ['test/cli/profile.test.ts'];

export const profiles: Mutant[] = [
  ...mutantsOf('main/app/profiles.ts', tests, [
    ['a secret that cannot be stored leaves a changed profile', '  entriesOf(profile, secrets);\n  const saved', '  const saved'],
    ['a locked keychain keeps the secrets of a removed profile', "if (closed?.detail?.cause === 'locked')", 'if (false)'],
    ['a removed profile leaves its secrets', '  for (const name of secretNames) await vault.removeSecret(id, name);\n', ''],
  ]),
  ...mutantsOf('main/cli/commands/profile/manage-profiles.ts', tests, [
    ['a profile of the same name is a second one', 'id: before?.id, secrets', 'secrets'],
    ['a name in capitals is another name', 'sameName(profile, { name })', 'profile.name === name'],
    ['a secret of no section is passed over', 'if (secrets[secret] && !profile[section])', 'if (false)'],
    ['without a keychain secrets are gone with the command', 'if (closed && Object.keys(secrets).length > 0)', 'if (false)'],
    [
      'a profile is active before its secrets are stored',
      '  const saved = await storeProfile(station, { profile, id: before?.id, secrets });\n',
      '  const saved = await storeProfile(station, { profile, id: before?.id });\n  await activate(station, saved, words);\n  await storeProfile(station, { profile, id: saved.id, secrets });\n',
    ],
    ['a secret for another address is stored', 'needed.filter((name) => inPlace.includes(name))', 'needed'],
    ['a profile that lacks a secret is all done', 'missing.length + otherAddress.length === 0', 'true'],
    ['a shown profile has letters that PowerShell reads as others', '[^\\x20-\\x7e\\n]', '[^\\x20-\\uffff\\n]'],
  ]),
  ...mutantsOf('main/cli/support/file-text.ts', tests, [['what PowerShell writes is UTF-8', "utf16Of(bytes) ?? 'utf-8'", "'utf-8'"]]),
  ...mutantsOf('main/cli/support/secrets.ts', tests, [
    ['a secret that PowerShell writes is another one', 'fileText(bytes)', 'bytes.toString()'],
  ]),
  ...mutantsOf('main/cli/support/provider-choice.ts', tests, [
    ['a secret in a file is not read', 'await secretsFromFiles(Object.values(secretVariables), io)', '(name: string) => name'],
    ['a file of authorities is looked for in any folder', 'network.caFile && resolve(dirname(path), network.caFile)', 'network.caFile'],
  ]),
];
