/** Wrong rules of backups: what is put in place, and what goes out of it. */
import { type Mutant, mutantsOf } from './mutant.ts';

const tests = ['test/cli/backup.test.ts'];

export const backups: Mutant[] = [
  ...mutantsOf('main/cli/commands/backup.ts', tests, [
    ['with a hub, the backup of a data folder', "if (isHub(env)) throw new WrongUse('backup-of-hub');", ''],
  ]),
  ...mutantsOf('main/app/backup/restore-backup.ts', tests, [
    ['a damaged backup is put in place', "if (written.sha256 !== sha256) throw unreadable('damaged');", ''],
    ['a backup that no key opens is put in place', '    await checkKey(join(part, newData), options);\n', ''],
  ]),
  ...mutantsOf(
    'main/app/backup/restore-backup.ts',
    ['test/storage/open-backup.test.ts'],
    [
      [
        'the key of a backup does not go into the keychain',
        'await takeKey(manifest.key, options.code, options.keychain);',
        "options.keychain.get('');",
      ],
    ],
  ),
  ...mutantsOf(
    'main/app/backup/write-backup.ts',
    ['test/storage/open-backup.test.ts'],
    [
      [
        'one file that cannot be read makes a backup fail',
        "if (!name.includes('/')) throw dataFolderProblem(thrown);",
        'throw dataFolderProblem(thrown);',
      ],
      ['a backup is written without all of the encrypted files', '  await inDataFolder(() => access(folder));\n', ''],
    ],
  ),
  ...mutantsOf(
    'main/platform/storage/encrypted-store.ts',
    ['test/storage/lost-key.test.ts'],
    [['the key that the keychain lost stays lost', 'stopThreads(), within(keepKey(), keychainTimeoutMs, null)', 'stopThreads()']],
  ),
  ...mutantsOf(
    'main/platform/storage/daily-backups.ts',
    ['test/cli/daily-backups.test.ts'],
    [
      [
        'daily copies are never removed',
        'for (const name of [...future, ...others].slice(0, -maxCopies))',
        'for (const name of [] as string[])',
      ],
      ['copies of a clock that was ahead keep out every new one', '[...future, ...others].slice', '[...others, ...future].slice'],
      ['each start makes a copy', 'if (ages.some((age) => age >= 0 && age < copyEvery)) return null;', ''],
    ],
  ),
  ...mutantsOf(
    'main/platform/storage/database.ts',
    ['test/cli/daily-backups.test.ts'],
    [['copies keep what was deleted for good', 'isAsked && removeCopies(dirname(sql.name))', 'isAsked']],
  ),
  ...mutantsOf(
    'main/app/backup/restore-backup.ts',
    ['test/cli/daily-backups.test.ts'],
    [
      ['a damaged daily copy is put in place', "if (store.isOneOfSeveral && !store.memoryOnly) throw unreadable('damaged');", ''],
      [
        'a power cut removes the settings of a restored copy',
        'writeWhole({ folder: dirname(to), name: basename(to), content: createReadStream(from) })',
        "import('node:fs/promises').then((fs) => fs.copyFile(from, to))",
      ],
    ],
  ),
  ...mutantsOf('main/app/backup/files-in.ts', tests, [
    [
      'a backup is without the files of a disk that is away',
      "  if (names.includes('encrypted')) assertFolderThere(join(dataDir, 'encrypted'));\n",
      '',
    ],
  ]),
  ...mutantsOf('main/app/backup/complete-restore.ts', tests, [
    [
      'the ledger of the backup replaces the newer one',
      'if (!stays(name)) await renameFile(join(from',
      'if (name) await renameFile(join(from',
    ],
  ]),
  ...mutantsOf('main/cli/commands/backup/backup-and-restore.ts', tests, [
    ['files are backed up without the database that they need', "if (lacksDatabase(dataDir)) throw new WrongUse('backup-incomplete');", ''],
  ]),
  ...mutantsOf(
    'main/platform/storage/encrypted-store.ts',
    ['test/signing/salvage-kill.test.ts'],
    [['a killed salvage is taken for a missing database', 'await inDataFolder(async () => completeStationSalvage(dataDir));', '']],
  ),
  ...mutantsOf(
    'main/features/signing/sent-ledger/reconcile.ts',
    ['test/cli/sent-ledger.test.ts'],
    [['what waited in a copy of the data folder goes out', "if (isCopy) return problem('resend-needed', { context: 'copied' });", '']],
  ),
  ...mutantsOf(
    'main/platform/storage/copy-check.ts',
    ['test/storage/copy-check.unit.test.ts'],
    [
      ['a copy with the number of a removed file is the original', 'return before.born === born || born === changed;', 'return true;'],
      [
        'files that are numbered again are copies',
        "return before.born === born && born !== '0' && BigInt(born)",
        'return false && BigInt(born)',
      ],
      ['a copy with the time of its original is the original', ' && BigInt(born) % fatTimeUnit === 0n', ''],
    ],
  ),
  ...mutantsOf('main/features/signing/sent-ledger/reconcile.ts', tests, [
    ['what waited in a backup goes out', "if (isRestored) return problem('resend-needed', { context: 'restored' });", ''],
  ]),
  ...mutantsOf(
    'main/app/create-station.ts',
    ['test/web-service/restored-publication.test.ts'],
    [['what a backup publishes is offered again', '    serviceData.publishing.withdrawAll();\n', '']],
  ),
];
