// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code
/** Wrong rules of what lies on disk: keys, encryption, the lock of the data folder, file names, delivery over another file, the audit log. */
import { type Mutant, mutantsOf } from './mutant.ts';

export const storage: Mutant[] = [
  ...mutantsOf(
    'main/platform/storage/sqlite-problem.ts',
    ['test/storage/full-or-refused.test.ts'],
    [
      ['a disk that refuses is full', "codeOf(thrown) === 'SQLITE_FULL' ? undefined : { context: 'refused' }", 'undefined'],
      ['a full disk refuses', "codeOf(thrown) === 'SQLITE_FULL' ? undefined : { context: 'refused' }", "{ context: 'refused' }"],
    ],
  ),
  ...mutantsOf(
    'main/platform/keychain/keys.ts',
    ['test/storage/golden.test.ts'],
    [['the name of a key is made in another form', "'signing-station data key 1'", "'signing-station data key 2'"]],
  ),
  ...mutantsOf(
    'main/platform/storage/sql.ts',
    ['test/storage/database.test.ts', 'test/storage/golden.test.ts'],
    [
      ['the database is written in clear', 'if (key) {', 'if (false) {'],
      ['the database is in another form', "sql.pragma('legacy = 4');", ''],
      ['rotating the key changes nothing', 'sql.exec(`PRAGMA rekey', 'void (`PRAGMA rekey'],
    ],
  ),
  ...mutantsOf(
    'main/platform/storage/encrypted-store.ts',
    ['test/storage/encrypted-store.test.ts', 'test/signing/outside/key-renewal-kill.test.ts'],
    [
      ['data under an unknown key count as damaged', 'if (!keys.isCertain) throw', 'if (false) throw'],
      ['a key rotation that was cut off is not completed', 'if (under !== keys.current().key) rekey(database, keys);', ''],
      ['files without their database are removed', 'const isMissing = lacksDatabase(dataDir);', 'const isMissing = false;'],
      ['files next to a damaged database are removed', '!isOneOfSeveral && !lacksFiles', '!lacksFiles'],
    ],
  ),
  ...mutantsOf(
    'main/platform/storage/sweep-schedule.ts',
    ['test/storage/sweep-schedule.test.ts'],
    [
      ['a start that failed counts as a sweep', 'isDue ? null : (before?.sweptAt ?? null)', 'before?.sweptAt ?? null'],
      ['no start sweeps after a kill', '!before?.endedOrderly || age < 0', 'before === null || age < 0'],
    ],
  ),
  ...mutantsOf(
    'main/platform/storage/database.ts',
    ['test/storage/database.test.ts'],
    [
      ['what was removed may stay in the space between rows', "isDone(() => sql.exec('VACUUM'))", 'true'],
      ['a deletion for good that a reader delayed is forgotten', 'isRewritten && isEmptied)', 'isRewritten)'],
      ['a full disk fails what was removed', 'if (isFull(thrown) || isBusy(thrown)) return false;', 'if (isBusy(thrown)) return false;'],
      ['a transaction that only reads writes', 'if (beforeCommit.size > 0 && countChanges() !== before) for', 'for'],
      [
        'a notice of this run is there each time it is reported',
        'else if (!ofThisRun.some((one) => isDeepStrictEqual(one, notice))) of',
        'else of',
      ],
      ['a notice that was read is there until the next start', '      ofThisRun.length = 0;\n', ''],
      [
        'a program that writes ends a deletion for good',
        'if (isFull(thrown) || isBusy(thrown)) return false;',
        'if (isFull(thrown)) return false;',
      ],
      ['no lock is waited for after a deletion for good', '        sql.exec(`PRAGMA busy_timeout = ${busyTimeout}`);\n      }', '      }'],
    ],
  ),
  ...mutantsOf(
    'main/platform/storage/trusted-clock.ts',
    ['test/runtime/trusted-clock.unit.test.ts'],
    [
      ['the latest work counts before what the clock has seen', "if (stored.get('clock') === null) stored.put", 'stored.put'],
      ['a jump that has become plausible is forgotten', ' || before?.plausibleSince !== memory.plausibleSince) write', ') write'],
      [
        'a clock that goes back is not stored',
        'Math.abs(memory.seen - written) >= observeEveryMs',
        'memory.seen - written >= observeEveryMs',
      ],
      ['a clock that is not looked at stays', 'setInterval(observe, observeEveryMs)', 'setInterval(() => undefined, observeEveryMs)'],
    ],
  ),
  ...mutantsOf(
    'main/platform/storage/encrypted-files.ts',
    ['test/storage/encrypted-files.test.ts'],
    [
      ['a file whose row was rolled back is swept', '(isCommitted) => isCommitted && unfinished.delete(id)', '() => unfinished.delete(id)'],
      ['a run with an unfinished file ends in order', 'if (pendingRemovals > 0 || unfinished.size > 0)', 'if (pendingRemovals > 0)'],
      ['the key of a quarantined file is lost', '    statements.moveToQuarantine.run(new Date().toISOString(), name.id);\n', ''],
    ],
  ),
  ...mutantsOf(
    'main/platform/storage/encrypted-store.ts',
    ['test/storage/encrypted-store.test.ts'],
    [['copies stay that the old key opens', '  removeCopies(dirname(database.sql.name));\n', '']],
  ),
  ...mutantsOf(
    'main/platform/storage/group-commit.ts',
    ['test/storage/group-commit.test.ts'],
    [
      [
        'work is answered before its commit',
        'failing = one;\n          one.run();',
        'failing = one;\n          one.run();\n          one.committed();',
      ],
      ['each is a commit of its own', 'const maxGroup = 64;', 'const maxGroup = 1;'],
      [
        'one that fails takes the others with it',
        'commit(group.filter((one) => one !== failing));',
        'for (const one of group) one.failed(thrown);',
      ],
      ['a commit that fails fails all', 'for (const one of group) commit([one]);', 'for (const one of group) one.failed(thrown);'],
    ],
  ),
  ...mutantsOf(
    'main/platform/storage/integrity.ts',
    ['test/storage/large-database.test.ts'],
    [
      ['damage that a run meets is forgotten', '      noteDamage(sql.name);\n', ''],
      ['a large database is checked whole at each opening', 'statSync(path).size <= checkedAtOpening', 'true'],
    ],
  ),
  ...mutantsOf(
    'main/app/station-folder.ts',
    ['test/storage/large-database.test.ts'],
    [['damage met while opening stops the start', "if (problemOf(thrown).code !== 'database-unreadable') throw thrown;", 'throw thrown;']],
  ),
  ...mutantsOf(
    'main/features/visits/remove-visit.ts',
    ['test/visits/retention.test.ts'],
    [['the file is not rewritten when a visit is removed', 'database.requestScrub();', '']],
  ),
  ...mutantsOf(
    'main/platform/storage/read-encrypted-file.ts',
    ['test/signing/recover.test.ts', 'test/storage/encrypted-files.test.ts'],
    [
      ['files are lost while their folder is gone', 'return existsSync(folder) ? thrown', 'return folder ? thrown'],
      ['files are lost while their disk is not mounted', '  if (place.isAway()) return awayProblem();\n', ''],
    ],
  ),
  ...mutantsOf(
    'main/platform/storage/salvage.ts',
    ['test/storage/damaged-database.test.ts'],
    [
      [
        'a gap of row numbers behind a damaged page ends a salvage',
        '  let step = maxTries;',
        '  if (damaged > 0) return undefined;\n  let step = maxTries;',
      ],
    ],
  ),
  ...mutantsOf(
    'main/platform/storage/salvage.ts',
    ['test/storage/salvage.unit.test.ts'],
    [
      ['the row behind a gap is lost', 'const row = from(damaged + 1);\n  return row', 'const row = from(damaged + 2);\n  return row'],
      ['rows between two damaged ones are lost', 'while (damaged < last + maxTries) {', 'while (damaged < last + 1) {'],
      ['the search behind a gap loses its end', 'step -= half;', 'step -= half + 1;'],
      ['a table ends with the rows that are read at a time', 'batch.length < batchSize', 'batch.length <= batchSize'],
      ['visits do not become due at the hub again', "'hub_enrolment'", "'hub_enrolled'"],
      ['the index of the sent ledger keeps calls of lost documents', "'sent_document'", "'sent_documents'"],
      ['rows replace what a new database begins with', 'INSERT OR IGNORE INTO ${table}', 'INSERT OR REPLACE INTO ${table}'],
      ['no sweep follows a salvage', "WHERE kind IN ('sweep', 'file')", "WHERE kind IN ('file')"],
      ['a salvaged database is taken for a copy', "WHERE kind IN ('sweep', 'file')", "WHERE kind IN ('sweep')"],
      ['a damaged list of attempts fails the salvage', '\n    WHERE json_valid(attempt.value)', ''],
      ['a lost item of the inbox is not sent again', "['identity_record', 'inbox_item']", "['identity_record']"],
      ['a lost record is not sent again', "['identity_record', 'inbox_item']", "['inbox_item']"],
    ],
  ),
  ...mutantsOf(
    'main/platform/storage/salvage.ts',
    ['test/hub/station-restored.test.ts'],
    [
      [
        'the hub does not send again what a damaged database has lost',
        'if (received.some((one) => damaged.includes(one)))',
        'if (received.length === 0)',
      ],
    ],
  ),
  ...mutantsOf(
    'main/platform/files/write-whole.ts',
    ['test/signing/delivery.test.ts'],
    [['a file is in a folder that vanished', "'EDQUOT', 'ENOENT',", "'EDQUOT',"]],
  ),
  ...mutantsOf(
    'main/platform/files/write-whole.ts',
    ['test/signing/outside/failing-disk.test.ts'],
    [['a name that the disk did not make last counts', "if (diskFaults.has(systemCode(thrown) ?? '')) throw thrown;", 'void diskFaults;']],
  ),
  ...mutantsOf(
    'main/platform/keychain/encrypted-stream.ts',
    ['test/storage/encrypted-stream.unit.test.ts'],
    [
      ['a file that was cut between two chunks opens', 'bytes[11] = last ? 1 : 0;', 'bytes[11] = 0;'],
      ['chunks can be exchanged', 'bytes.writeUInt32BE(count, 7);', 'bytes.writeUInt32BE(0, 7);'],
      ['a file opens under another name', 'Buffer.concat([magic, Buffer.from(boundTo)])', 'Buffer.from(magic)'],
      ['an empty file opens', 'if (!open) throw new DamagedFile();', 'if (!open) return;'],
      ['another header is read', 'if (!magic.equals(header)) throw new DamagedFile();', ''],
    ],
  ),
  ...mutantsOf(
    'main/platform/keychain/encrypted-stream.ts',
    ['test/storage/encrypted-range.unit.test.ts'],
    [
      ['a range may end past the content', 'if (end >= contentSize)', 'if (end > contentSize)'],
      ['the last chunk of a range is not known as the last', 'number === lastChunk', 'false'],
      ['a range lacks its last byte', 'end + 1 - from', 'end - from'],
    ],
  ),
  ...mutantsOf(
    'main/platform/keychain/data-keys.ts',
    ['test/storage/data-keys-life.unit.test.ts'],
    [
      ['a key under another’s name is used', 'if (key && keyId(key) === id)', 'if (key)'],
      [
        'a key that the keychain did not store is used',
        "if (!stored) throw new StationError('keychain-unavailable', { cause: 'locked' });\n  return stored;",
        'return stored ?? made;',
      ],
      ['a locked keychain makes a new key', 'if (keys.length === 0 && (ids.length > 0 || hasData)) {', 'if (false) {'],
      [
        'data without their key are a new beginning',
        "if (keys.length === 0 && hasData) throw new StationError('data-key-missing', { cause: 'keychain' });",
        '',
      ],
      ['after the clock was put back the old key is the current one', 'Number.isNaN(newest) ? 0 : newest + 1', '0'],
      ['an old key is named for ever', 'table.keepOnly(lastOf(keys).id);', ''],
      ['a key that came late stays in the keychain', "if (found === 'waiting') void forgetLate(keychain, fetching);", ''],
    ],
  ),
  ...mutantsOf(
    'main/platform/keychain/keys.ts',
    ['test/storage/environment-key.unit.test.ts', 'test/storage/data-keys-life.unit.test.ts'],
    [
      [
        'a key whose last character was mistyped is taken',
        "key.toString('base64url') === text.replaceAll('+', '-').replaceAll('/', '_').replace('=', '') ? key : null",
        'key',
      ],
    ],
  ),
  ...mutantsOf(
    'main/platform/keychain/environment-secrets.ts',
    ['test/settings/environment-secrets.unit.test.ts'],
    [['a child process inherits the secrets', 'delete environment[secretVariables[name]];', '']],
  ),
  ...mutantsOf(
    'main/platform/keychain/environment-secrets.ts',
    ['test/storage/environment-key.unit.test.ts'],
    [
      ['a child process inherits the key', 'delete environment.STATION_VAULT_KEY;', ''],
      ['a malformed key counts as none', 'key ? { key } : { malformed: true }', 'key ? { key } : null'],
    ],
  ),
  ...mutantsOf(
    'main/platform/storage/data-folder-lock.ts',
    ['test/storage/data-folder-lock.test.ts'],
    [
      ['one process opens a data folder twice', 'if (inThisProcess) throw inUse(inThisProcess.process);', ''],
      ['the lock ends when it was taken', "sql.exec('COMMIT; BEGIN IMMEDIATE');", "sql.exec('COMMIT');"],
      ['a released folder stays taken', 'ownLocks.delete(folder);', ''],
      ['a damaged lock file keeps everybody out', 'if (!isDamage(thrown)) throw thrown;', 'throw thrown;'],
      ['a replaced lock file counts as locked', 'if (fileAt(path) !== file ||', "if (fileAt(path) === '' ||"],
      ['a lock file that another station has written counts as locked', '!contentOf(opened).equals(content))', 'content.length === 0)'],
    ],
  ),
  ...mutantsOf(
    'main/app/station-folder.ts',
    ['test/cli/queue.test.ts'],
    [['a station sends after its lock file was removed', 'assertLocked: lock.assertLocked,', 'assertLocked: () => undefined,']],
  ),
  ...mutantsOf(
    'main/platform/storage/encrypted-files.ts',
    ['test/storage/encrypted-files.test.ts'],
    [
      ['a file of one owner opens as that of another', 'JSON.stringify([kind, owner, id])', 'JSON.stringify([kind, id])'],
      ['a file that is being written is swept', 'if (own.has(join(folder, file))) continue;', ''],
      ['a failed removal is forgotten', 'if (!isCounted) state.pendingRemovals += names.length;', ''],
      ['a file that cannot be removed counts as removed after a backup', '      if (!isGone) continue;\n', ''],
      ['a removed file keeps its key', 'const isForgotten = isCommitted(state.database, forget);', 'const isForgotten = true;'],
    ],
  ),
  ...mutantsOf(
    'main/platform/storage/read-encrypted-file.ts',
    ['test/storage/encrypted-files.test.ts'],
    [['the pieces of a large file are collected when V8 likes', '    collectGarbage();\n', '']],
  ),
  ...mutantsOf(
    'main/platform/storage/read-encrypted-file.ts',
    ['test/storage/recent-contents.test.ts'],
    [
      [
        'a piece is in memory that another content takes',
        'yield copyOf(content.subarray(at, at + readBytes));',
        'yield content.subarray(at, at + readBytes);',
      ],
    ],
  ),
  ...mutantsOf(
    'main/platform/storage/open-database.ts',
    ['test/storage/damaged-database.test.ts'],
    [
      [
        'an earlier damaged database gets the log of this one',
        'quarantined ?? latestQuarantined(dataDir, name)',
        'latestQuarantined(dataDir, name)',
      ],
      ['the first of several damaged databases gets the log', 'found.sort().at(-1)', 'found.sort().at(0)'],
      ['a salvage that was not completed replaces the database', 'existsSync(path) || !existsSync(salvaged)', '!existsSync(salvaged)'],
      [
        'settings are new where a sent ledger is',
        "hasStationDatabase(dataDir) || existsSync(join(dataDir, 'sent-ledger'))",
        'hasStationDatabase(dataDir)',
      ],
      ['each opening checks what was repaired once', '    removeNote(path);\n', ''],
      ['a repair of indexes counts as one of tables', 'if (!isWhole(sql)) throw', 'if (!isWhole(sql) && false) throw'],
      ['damaged settings are missing as well', ', missing: null });', ' });'],
      [
        'a new database in a log is left behind by its renaming',
        "    fresh.exec('PRAGMA journal_mode = DELETE');\n",
        '',
        'Closing a database does the same. It does not say when it fails.',
      ],
      [
        'a damaged database stays open while it is renamed',
        '    // Windows does not rename a file that is open.\n    sql.close();\n',
        '',
        'Only Windows refuses the renaming.',
      ],
    ],
  ),
  ...mutantsOf(
    'main/platform/storage/open-database.ts',
    ['test/storage/database.test.ts'],
    [
      ['deleted settings stay in free pages', "    sql.exec('PRAGMA secure_delete = ON');\n", ''],
      ['temporary files lie outside of the data folder', "    sql.exec('PRAGMA temp_store = MEMORY');\n", ''],
      ['a database that cannot be read has another key', 'if (isDamage(thrown)) return false;', 'return false;'],
    ],
  ),
  ...mutantsOf(
    'main/platform/runtime/idle-thread.ts',
    ['test/storage/recent-contents.test.ts'],
    [
      [
        'a thread that has died is not replaced',
        'function fail(own: Thread<Answer>, error: Error): void {\n    if (thread === own) thread = null;',
        'function fail(own: Thread<Answer>, error: Error): void {',
      ],
    ],
  ),
  ...mutantsOf(
    'main/platform/storage/write-back.ts',
    ['test/storage/write-back.test.ts'],
    [
      ['a key changes while the log is written back', '    await running;\n', ''],
      ['each commit writes the log back', 'if (log - written >= pages) running', 'running'],
    ],
  ),
  ...mutantsOf(
    'main/platform/storage/sql.ts',
    ['test/storage/write-back.test.ts'],
    [['the log grows while main commits', 'count < maxPasses', 'count < 1']],
  ),
  ...mutantsOf(
    'main/platform/storage/write-back-worker.ts',
    ['test/storage/write-back.test.ts'],
    [
      ['what is written back is not on the disk', 'syncWrites(sql);', "sql.exec('PRAGMA synchronous = OFF');"],
      ['a database that is gone is made again', ', mustExist: true', ''],
    ],
  ),
  ...mutantsOf(
    'main/platform/storage/recent-contents.ts',
    ['test/storage/recent-contents.test.ts'],
    [
      ['a content with more bytes than announced is written into memory that another one has', '            room = 0;\n', ''],
      ['a kind has the room of another', 'if (one.kind === kind) used', 'used'],
      ['a content stays in memory', '          own.timer = setTimeout(() => drop(id), retainedMs).unref();\n', ''],
      ['a content that was given up takes room', '          if (own.content === null && retained.get(id) === own) drop(id);\n', ''],
      [
        'the memory of an opened file is used again while its encrypted file has it',
        'leave: block.enter()',
        'leave: known ? () => {} : block.enter()',
      ],
    ],
  ),
  ...mutantsOf(
    'main/platform/storage/write-encrypted-file.ts',
    ['test/storage/recent-contents.test.ts'],
    [
      [
        'a discarded content is written into memory that another one has',
        "(state === 'open' ? memory?.room(bytes) : null)",
        'memory?.room(bytes)',
      ],
      ['a file whose content is in memory is read again', 'memory.fill() ? null : path', 'memory.fill() ? path : path'],
    ],
  ),
  ...mutantsOf(
    'main/platform/storage/shared-memory.ts',
    ['test/storage/recent-contents.test.ts'],
    [
      ['memory is used again while a thread reads it', 'if (isInside && users === 0) giveBack', 'if (isInside) giveBack'],
      ['a user leaves twice', 'if (isInside) users -= 1;', 'users -= 1;'],
    ],
  ),
  ...mutantsOf(
    'main/platform/storage/encrypted-file-name.ts',
    ['test/storage/encrypted-files.test.ts'],
    [['a name leads out of the folder', "'[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'", "'[0-9a-z./-]+'"]],
  ),
  ...mutantsOf(
    'main/platform/files/file-name.ts',
    ['test/files/names.unit.test.ts'],
    [
      ['a name may hold a slash', '/[<>:"/\\\\|?*\\u0000', '/[<>:"\\\\|?*\\u0000'],
      ['a name may be that of a device', 'reserved.test(plain) ? `_${plain}` : plain', 'plain'],
      ['a name may end with a point', ".replace(forbidden, '_')\n    .replace(/[. ]+$/, '')", ".replace(forbidden, '_')"],
      ['the ending does not count for the length', 'limit - Buffer.byteLength(tail)', 'limit'],
      ['a name may be one byte too long', 'nameLimits = [255, 140]', 'nameLimits = [256, 140]'],
      ['COM0 is an ordinary name', 'com[0-9¹²³]', 'com[1-9¹²³]'],
      ['the number comes after the extension', '`${ending.slice(0, at)} (${n})${ending.slice(at)}`', '`${ending} (${n})`'],
      ['a name without anything left stays empty', "if (plain === '') return fallbackStem;", ''],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/receiving/deliver.ts',
    ['test/files/names.unit.test.ts'],
    [
      ['a numbered signed name grows', '/-signed(?: \\(\\d+\\))?$/i', '/-signed$/i'],
      ['the extension loses its case', "extension || '.pdf'", "'.pdf'"],
    ],
  ),
  ...mutantsOf(
    'main/platform/files/rename-if-free.ts',
    ['test/files/write-whole.test.ts'],
    [
      ['a delivery replaces another file', 'await link(temporary, final);', 'await renameFile(temporary, final);'],
      ['without links a delivery replaces another file', "open(final, 'wx')", "open(final, 'w')"],
      ['a share whose answer was lost gets a file twice', 'one.ino === other.ino', 'one.ino !== other.ino'],
    ],
  ),
  ...mutantsOf(
    'main/platform/files/write-whole.ts',
    ['test/files/write-whole.test.ts'],
    [
      [
        'a write that failed leaves its unfinished file',
        'await rm(temporary, { force: true }).catch(() => undefined);\n    throw thrown;',
        'throw thrown;',
      ],
      ['a name that is taken fails', "=== 'renamed') return candidate;", "=== 'renamed' || n > 0) return candidate;"],
    ],
  ),
  ...mutantsOf(
    'main/platform/files/find-existing-copy.ts',
    ['test/files/find-existing-copy.unit.test.ts'],
    [
      ['a file of the same size counts as delivered', ' || (await sha256Of(path)) !== content.sha256', ''],
      ['one file counts as the delivered one of two documents', '    taken.add(path);\n', ''],
    ],
  ),
  ...mutantsOf(
    'main/features/audit/audit-entry.ts',
    ['test/audit/log.test.ts', 'test/cli/audit.test.ts'],
    [
      [
        'an entry is not bound to the one before',
        'JSON.stringify([number, at, kind, visitId, contentHash, previous])',
        'JSON.stringify([number, at, kind, visitId, contentHash])',
      ],
      ['the same content has the same hash everywhere', 'JSON.stringify([salt, {', 'JSON.stringify([{'],
      ['members are hashed in the order in which they were written', '.sort(([one], [other]) => compareTexts(one, other))', ''],
    ],
  ),
  ...mutantsOf(
    'main/features/audit/audit-rows.ts',
    ['test/audit/log.test.ts'],
    [
      ['contents that somebody took away are not noticed', "row.kind !== 'visit-removed' && row.number < erasedUntil", 'true'],
      [
        'a content is not compared with its hash',
        "opened !== 'damaged' && contentHash(opened.salt, opened.content) === row.content_hash",
        "opened !== 'damaged'",
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/audit/audit-log.ts',
    ['test/audit/log.test.ts', 'test/visits/retention.test.ts'],
    [['removing a visit erases why it was removed', " AND kind <> 'visit-removed'", '']],
  ),
  ...mutantsOf(
    'main/platform/storage/encrypted-store.ts',
    ['test/storage/missing-data.test.ts'],
    [
      [
        'documents are sent whose answers cannot be stored',
        'if (existsSync(join(dataDir, filesFolder))) await',
        'if (dataDir.length < 0) await',
      ],
      ['files of another station are removed', '!isOneOfSeveral && !lacksFiles &&', '!isOneOfSeveral &&'],
    ],
  ),
  ...mutantsOf(
    'main/platform/storage/encrypted-files.ts',
    ['test/storage/missing-data.test.ts'],
    [
      ['missing encrypted files are not noticed', 'hasFiles() && !(await', '!hasFiles() && !(await'],
      ['files of another station count', 'statements.selectKey.get(id) !== undefined) return true', 'id !== folder) return true'],
    ],
  ),
  ...mutantsOf(
    'main/platform/storage/rollback-check.ts',
    ['test/storage/missing-data.test.ts'],
    [['older settings are not noticed', 'ended < (own', 'ended < 0 * (own']],
  ),
  ...mutantsOf(
    'main/platform/storage/open-database.ts',
    ['test/storage/missing-data.test.ts'],
    [['missing settings are not reported', 'const wasUsed = hasStationDatabase(dataDir) ||', 'const wasUsed = false &&']],
  ),
  ...mutantsOf(
    'main/app/queue-data.ts',
    ['test/storage/missing-data.test.ts'],
    [['missing files are reported a second time', "    rows.put('', {});\n", '']],
  ),
  ...mutantsOf(
    'main/cli/commands/serve/run-service.ts',
    ['test/cli/serve-damaged.test.ts'],
    [['a service whose settings are lost serves everyone', "(detail?.kind ?? 'service') === 'service'", "detail?.kind === 'service'"]],
  ),
  ...mutantsOf(
    'main/platform/keychain/vault.ts',
    ['test/keychain/unavailable.test.ts'],
    [
      ['a keychain that is unlocked late is not used from then on', 'if (late === null) memory = null;', ''],
      ['a secret of two lines loses one', 'value: entry.slice(end + 1)', "value: entry.split('\\n')[1] ?? ''"],
    ],
  ),
];
