// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code
/** Wrong rules of the list of the queue: its order, its pages, what is counted and what stays chosen. */
import { type Mutant, mutantsOf } from './mutant.ts';

const inMain = ['test/signing/queue-list.test.ts'];
const inPage = ['test/signing/queue-groups.unit.test.ts'];

export const queueList: Mutant[] = [
  ...mutantsOf('main/features/signing/outbox/job-list.ts', inMain, [
    [
      'documents of equal time are listed in any order',
      "const place = 'list_group, list_order, position';",
      "const place = 'list_group, list_order, id';",
    ],
    ['a group is searched in all groups', '`list_group = ? AND (${typed.where})`', '`list_group = ? AND ${typed.where}`'],
    ['the list is read without its index', "'job INDEXED BY job_list'", "'job NOT INDEXED'"],
    ['a document stands before itself', '< (?, ?, ?)', '<= (?, ?, ?)'],
  ]),
  ...mutantsOf('main/features/signing/outbox/outbox-repository.ts', inMain, [
    ['a finished document is not counted', 'more += Number(isAtRest(each.job)) -', 'more -='],
    ['a forgotten document is still counted', 'if (!open.has(id)) more -= 1;', ''],
    ['a quarantined document is still counted', '    stored.resting = null;\n  });', '  });'],
  ]),
  ...mutantsOf('main/features/signing/queue-list.ts', inMain, [
    ['only documents in memory are counted', 'counts.finished += outbox.restingCount();', ''],
    ['progress forgets what is finished', ' + outbox.restingOfBatches([...active])', ''],
    ['progress has documents of other batches', '.filter(({ batchId }) => active.has(batchId)).length', '.length'],
    ['the total is that of all groups', 'total: countOf(counts, filter.group)', "total: countOf(counts, 'all')"],
    ['what is blocked counts as under way', 'onlyBlocked: moving.every(isBlockedByRules)', 'onlyBlocked: false'],
  ]),
  ...mutantsOf(
    'shared/domain/signing/queue-list.ts',
    [...inMain, ...inPage],
    [
      ['what is being sent stands among what waits', "return job.status === 'queued' ? 1 : 0;", 'return 1;'],
      ['a file that is being saved needs a person', "saving: 'moving'", "saving: 'delivery'"],
      ['the oldest change stands first', 'return -Date.parse(job.changedAt);', 'return Date.parse(job.changedAt);'],
      ['a removed document stays in the list', "status === 'draft' || job.removed ? null", "status === 'draft' ? null"],
    ],
  ),
  ...mutantsOf('renderer/features/signing/queue/derive.ts', inPage, [
    ['a moved row stays where it is', 'belongs(now, filter) && compare(row, now) === 0', 'belongs(now, filter)'],
    ['a row is listed where the page has not read', 'belongs(row, filter) && isWithin(row)', 'belongs(row, filter)'],
    ['a batch that is queued is listed whole', '.slice(0, room)', ''],
    ['a row is listed that may not have the text', " && (known.has(row.id) || filter.text.trim() === '')", ''],
    ['main is not asked for what the page has not read', 'unsure: moved.length > 0 && ', 'unsure: false && '],
    ['what is chosen and not read is forgotten', 'listed.has(id) || isFurther(id)', 'listed.has(id)'],
  ]),
  ...mutantsOf(
    'renderer/state/paged-list.ts',
    ['test/renderer/paged-list.unit.test.ts'],
    [
      [
        'earlier rows are not put before those that are there',
        'void load(earlier, earlier, scrolled);',
        'void load(earlier, first, items.length);',
      ],
      [
        'a list that lost its beginning stays empty',
        'if (page.items.length === 0 && offset === first && first > 0) return void load(0, 0, more);',
        '',
      ],
      ['rows that are gone and were never read are still counted', 'if (removed < all.size && items.length < total) reloadSoon();', ''],
    ],
  ),
];
