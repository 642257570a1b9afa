// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code
/** Wrong rules of the outbox: what an operation makes of jobs and attempts, and of rows that cannot be read. */
import { type Mutant, mutantsOf } from './mutant.ts';

const tests = ['test/signing/outbox-operations.unit.test.ts', 'test/signing/outbox-model.unit.test.ts'];

export const outbox: Mutant[] = [
  ...mutantsOf('main/features/signing/outbox/job.ts', tests, [
    ['queueing again forgets what is in no folder yet', 'before?.received.filter(({ path }) => path === null).map(withheld) ?? []', '[]'],
    [
      'queueing again delivers what is delivered already',
      'before?.received.filter(({ path }) => path === null).map(withheld) ?? []',
      'before?.received ?? []',
    ],
    ['an attempt is not counted', 'attempts: job.attempts + 1', 'attempts: job.attempts'],
    [
      'the note on a doubt stays when the doubt is over',
      '{ ...job, closed: null, fileRelease: null, removed: false, ...change',
      '{ ...job, fileRelease: null, removed: false, ...change',
    ],
    ['a document in doubt cannot be sent again', "stateAfter(from, 'send') === null ? 'resend' : 'send'", "'send'"],
    [
      'a failed document can be closed with a note',
      'if (!mayBeSigned(status)) throw refusal(`nothing to close',
      "if (status === 'signed') throw refusal(`nothing to close",
    ],
  ]),
  ...mutantsOf('main/features/signing/outbox/outbox.ts', tests, [
    ['one document is queued twice at once', "if (hasRepeated(documents)) throw refusal('a document is queued twice');", ''],
    [
      'a document that is being sent is forgotten',
      "if ([...forgotten].some((id) => isUnderWay(jobOf(queue, id).status))) throw refusal('a document on its way cannot be forgotten');",
      '',
    ],
    ['an attempt ends twice', 'found?.outcome !== null', 'found === null || found === undefined'],
    ['an attempt begins twice', "if (queue.repository.reads.attempt(id)) throw refusal('an attempt begins once');", ''],
    ['the queue is not paused after a start', "flags.put('state', { paused: wanted });", ''],
  ]),
  ...mutantsOf(
    'main/features/signing/outbox/outbox.ts',
    ['test/signing/outbox-quarantine.unit.test.ts', 'test/signing/outbox-full-disk.test.ts'],
    [
      [
        'files of quarantined documents belong to no document',
        'repository.isComplete() && !repository.hasOwner(owner)',
        '!repository.hasOwner(owner)',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/outbox/outbox-repository.ts',
    ['test/signing/outbox-quarantine.unit.test.ts', ...tests],
    [
      [
        'the outbox is changed within another transaction',
        "if (database.sql.inTransaction) throw refusal('the outbox is changed within another transaction');",
        '',
      ],
      [
        'an outbox with quarantined rows counts as complete',
        'tables.quarantined().length === 0 && !deps.isOneOfSeveral',
        '!deps.isOneOfSeveral',
      ],
      [
        'an outbox that is one of several counts as complete',
        'tables.quarantined().length === 0 && !deps.isOneOfSeveral',
        'tables.quarantined().length === 0',
      ],
      ['a job that is open again goes to the end of the queue', 'if (isBack) reorder(open);', ''],
      ['a job at rest stays in memory as an open one', 'if (isAtRest(each.job)) open.delete(each.job.id);\n    else ', ''],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/outbox/outbox-repository.ts',
    ['test/signing/outbox-full-disk.test.ts', ...tests],
    [
      [
        'memory is ahead of the disk',
        'const more = database.transaction(() => write(placed, change, stored));\n  remember(placed, change, more, stored);',
        'remember(placed, change, 0, stored);\n  database.transaction(() => write(placed, change, stored));',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/outbox/job-table.ts',
    ['test/signing/outbox-quarantine.unit.test.ts', 'test/signing/outbox-full-disk.test.ts'],
    [
      ['a quarantined row stays in its table', '          remove.run(id);\n        });', '        });'],
      [
        'a full disk keeps a station with an unreadable row from starting',
        "if (problemOf(thrown).code !== 'disk-full') throw thrown;",
        'throw thrown;',
      ],
    ],
  ),
];
