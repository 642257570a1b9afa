/** Wrong rules of backups: what is put in place, and what goes out of it. */
import { type Mutant, mutantsOf } from './mutant.ts';

const tests = ['test/cli/backup.test.ts'];

export const backups: Mutant[] = [
  ...mutantsOf('main/app/backup.ts', tests, [
    ['a damaged backup is put in place', "if (written.size !== size || written.sha256 !== sha256) throw unreadable('damaged');", ''],
    ['a backup that no key opens is put in place', "    await refuseClosed(join(part, 'new'), options);\n", ''],
    ['the ledger of the backup replaces the newer one', 'if (!stays(name)) await rename(join(from', 'if (name) await rename(join(from'],
  ]),
  ...mutantsOf('main/features/signing/sent-ledger/reconcile.ts', tests, [
    ['what waited in a backup goes out', "if (isRestored) return problem('release-needed', { context: 'restored' });", ''],
  ]),
  ...mutantsOf(
    'main/station.ts',
    ['test/web-service/restored-publication.test.ts'],
    [['what a backup publishes is offered again', '    publishing.withdrawAll();\n', '']],
  ),
];
