/** Wrong rules of the sent ledger: its chain and file, what the opening makes of it, and when it is written. */
import { type Mutant, mutantsOf } from './mutant.ts';

const folder = 'main/features/signing/sent-ledger';
const rules = ['test/signing/sent-ledger-rules.unit.test.ts'];
const losses = ['test/signing/sent-ledger.test.ts', 'test/signing/sent-ledger-gaps.test.ts'];
const rewriting = ['test/signing/sent-ledger-rewriting.test.ts'];

export const sentLedger: Mutant[] = [
  ...mutantsOf(`${folder}/rules/entries.ts`, rules, [
    ['the chain does not cover the content of a call', '[id, batchId, key, of]', '[id, batchId, key]'],
    [
      'the chain does not cover the entry before',
      'return sha256([previous, number, at, kind, entry.call,',
      'return sha256([number, at, kind, entry.call,',
    ],
    ['an erased visit stays in the ledger', 'erased.has(document.id) ?', 'erased.size < 0 ?'],
    ['a content may be exchanged', 'content === null || of ===', "content === null || of !== '' || of ==="],
  ]),
  ...mutantsOf(
    'main/features/signing/rules/resolve-outcome.ts',
    ['test/signing/duplicates.unit.test.ts'],
    [['what was rejected counts as sent', "outcome !== 'rejected' && ", '']],
  ),
  ...mutantsOf(`${folder}/rules/frames.ts`, rules, [
    ['several entries that do not open count as one cut-off append', '(endOf(start) ?? end) >= end', 'end > 0'],
    ['nothing is looked for behind damage', 'for (let at = from; at < until; at += 1)', 'for (let at = size; at < until; at += 1)'],
  ]),
  ...mutantsOf(
    `${folder}/rules/frames.ts`,
    ['test/storage/golden.test.ts'],
    [['the length of an entry is not authenticated', '.setAAD(Buffer.concat([header, length]))', '.setAAD(header)']],
  ),
  ...mutantsOf(`${folder}/rules/read-ledger.ts`, rules, [
    ['entries may be missing at the end', 'if (ahead) return', 'if (ahead && damaged) return'],
    ['entries may be missing in the middle', 'if (missing || !fits(entry, last)) reading.damaged = true;', ''],
    ['an entry may be there twice', 'if (first <= last.count ||', 'if (first < last.count ||'],
    ['another entry than the one that is known is passed over', 'if (contradicted) return', 'if (contradicted && damaged) return'],
  ]),
  ...mutantsOf(`${folder}/reconcile.ts`, losses, [
    ['the clock says which of two calls is the later one', 'return number > entry.number;', 'return last.at >= entry.at;'],
    ['a call of a clock that was behind is old', 'at: timeOf(call), now', 'at: call.at, now'],
    ['a document that was queued by a clock that was behind is old', 'Date.parse(timeOf(entry))', 'Date.parse(entry.at)'],
  ]),
  ...mutantsOf('main/app/queue-data.ts', losses, [
    ['a clock that is far ahead makes calls old', 'now: trustedTime(settings, now()),', 'now: now(),'],
    ['without its settings the station believes any clock', 'if (last !== null) continueClock(settings, last);', ''],
  ]),
  ...mutantsOf(`${folder}/open-ledger.ts`, losses, [
    ['a missing ledger begins again unnoticed', 'checkpoint === null && !deps.wasUsed', 'deps.dataDir'],
    ['the keychain is not asked', 'await deps.keychainHead(header.folder)', 'null'],
    [
      'the keychain knows only what the database knows',
      'vouched || keychain.count',
      'keychain === null || keychain.count > 0 || keychain.count',
    ],
  ]),
  ...mutantsOf(`${folder}/open-ledger.ts`, rewriting, [
    [
      'a checkpoint is believed wherever it is',
      'const isThere = piece?.entry?.number === count && piece.entry.hash === hash;',
      'const isThere = piece?.entry;',
    ],
  ]),
  ...mutantsOf(`${folder}/ledger-file.ts`, rewriting, [['a file is closed twice', 'part = null;\n        if (opened', 'if (opened']]),
  ...mutantsOf(`${folder}/sent-ledger.ts`, rewriting, [['what the database did not take stays in the ledger', 'file.cut(start);', '']]),
  ...mutantsOf(`${folder}/rewrite-ledger.ts`, rewriting, [
    [
      'the ledger stays under the old key',
      'if (deps.state.cipher.header.key === deps.keys.current().id) return;',
      'if (deps.state.cipher.header.key) return;',
    ],
    [
      'entries that are appended while the ledger is written are lost',
      'for (let at = headerSize; at < file.size; )',
      'for (let at = headerSize, until = file.size; at < until; )',
    ],
  ]),
  ...mutantsOf(`${folder}/reconcile.ts`, losses, [
    ['what waits goes out though entries are missing', "if (isIncomplete) return problem('resend-needed');", ''],
    [
      'a call that the database does not know is passed over',
      "if (resolution === 'not-processed') continue;",
      'if (call.number > 0) continue;',
    ],
    ['only calls without a result are in doubt', "if (resolution === 'not-processed') continue;", 'if (outcome !== null) continue;'],
    [
      'the index says which calls the database knows',
      'if (job === null) return news.hasCall(entry.call);',
      'if (job !== undefined) return news.hasCall(entry.call);',
    ],
    ['lost documents of the queue are not counted', 'if (count > 0) report(', 'if (count > 99) report('],
    ['what the provider refused goes out again from an older database', 'if (notSignedAt !== undefined)', 'if (notSignedAt === null)'],
    ['the same document goes out under another id', 'sent.get(recognitionKey(job))', 'sent.get(job.id)'],
  ]),
  ...mutantsOf(`${folder}/sent-ledger.ts`, losses, [
    ['a commit does not write the last entry that the database knows', 'database.beforeCommit(setCheckpoint);', ''],
  ]),
  ...mutantsOf(`${folder}/sent-index.ts`, losses, [
    ['a commit may leave its page as it was', 'number = number + 1, ledger = ?', 'ledger = ?'],
  ]),
  ...mutantsOf('main/platform/storage/rollback-check.ts', losses, [
    ['an older database is not noticed', 'commits() < (ended', 'commits() < 0 * (ended'],
  ]),
  ...mutantsOf('main/features/signing/outbox/outbox.ts', losses, [
    ['a call leaves that the ledger does not have', '[queue.ledger.appendCall({ id, at, documents: changed })]', '[]'],
    ['the ledger does not know of queued documents', 'if (added.length > 0) queue.ledger', 'if (added.length > 99) queue.ledger'],
    ['the ledger does not learn what a person said', 'was === is) return [];', 'was !== is) return [];'],
  ]),
  ...mutantsOf(
    'main/features/visits/apply-retention.ts',
    ['test/visits/retention.test.ts'],
    [
      [
        'the ledger keeps what it says of visits whose time is over',
        'await ledger.eraseMarked();\n      await removal.serviceItems',
        'await removal.serviceItems',
      ],
    ],
  ),
  ...mutantsOf('main/features/audit/audit-log.ts', losses, [
    [
      'the audit log may end before an entry that the ledger knows',
      'if (heads.some(({ number }) => number > state.entries))',
      'if (heads.length < 0)',
    ],
    [
      'the audit log may have another entry than the ledger knows',
      '.every(({ hash }) => hash === row.hash)',
      '.every(({ hash }) => hash !== null)',
    ],
  ]),
  ...mutantsOf('main/platform/keychain/data-keys.ts', rewriting, [
    ['the key that the ledger alone names is not found', '? named : [...named, alsoId]', '? named : named'],
  ]),
];
