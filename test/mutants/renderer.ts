// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code
/** Wrong rules of the window: which document, customer, row or page a press acts on, and which answer is the latest. */
import { type Mutant, mutantsOf } from './mutant.ts';

export const renderer: Mutant[] = [
  ...mutantsOf(
    'renderer/features/signing/follow-events.ts',
    ['test/renderer/follow-signing.unit.test.ts'],
    [['a reading ends before its list is complete', '      await taken;\n', '']],
  ),
  ...mutantsOf(
    'renderer/features/signing/customers.ts',
    ['test/signing/customers.unit.test.ts'],
    [
      [
        'the first document of the next customer stays off the page',
        `    arrived: [],
    removals: [],
`,
        `    removals: [],
`,
      ],
      [
        'resuming a customer leaves the document on the page',
        'state.currentId !== null && documentIds.has(state.currentId) ? state.currentId : ',
        '',
      ],
      [
        'what was removed of one customer comes back to another',
        `    earlier,
    removals: [],
`,
        `    earlier,
`,
      ],
      ['a document that cannot be sent is shown first', 'sendable(these, jobs)[0] ?? these[0]', 'these[0]'],
      ['documents of several customers come back to one of them', 'owners.size === 1 ? owners : []', 'owners'],
      [
        'a removal that comes back replaces what was typed since',
        '...(currentDocuments(state).length === 0 && owner === null && last.data)',
        '...(owner === null && last.data)',
      ],
      [
        'what was typed is gone while the only document comes back',
        'documents.length === 0 && waiting.size === 0 && nothingTyped',
        'documents.length === 0 && nothingTyped',
      ],
      [
        'an earlier customer is forgotten while its documents come back',
        'withoutGone(state.earlier, new Set([...present, ...waiting]))',
        'withoutGone(state.earlier, present)',
      ],
      [
        'a document that is gone stays selected',
        `[...state.selectedIds].filter((id) => present.has(id));
  const stays`,
        `[...state.selectedIds];
  const stays`,
      ],
      ['the document that shows itself is not the selected one', '(returned.length > 0 || currentId === state.currentId)', 'true'],
      [
        'an earlier customer has the documents of all',
        'documents.filter(({ id }) => documentIds.has(id));',
        'documents.filter(({ id }) => documentIds.has(id) || id);',
      ],
    ],
  ),
  ...mutantsOf(
    'renderer/features/signing/derive.ts',
    ['test/signing/document-view.unit.test.ts'],
    [
      [
        'a placement that was taken away from one document is the common one again',
        'draft?.rule === undefined ? common : draft.rule',
        'draft?.rule ?? common',
      ],
      [
        'a batch is summed up with the documents of another',
        'filter((job) => job.batchId === batchId)',
        "filter((job) => job.batchId !== '')",
      ],
    ],
  ),
  ...mutantsOf(
    'renderer/state/page-rows.ts',
    ['test/renderer/page-rows.unit.test.ts', 'test/renderer/paged-list.unit.test.ts'],
    [
      ['a list grows with each reload', 'Math.ceil(wanted / Math.ceil(wanted / maxPageRows))', 'Math.min(wanted, maxPageRows)'],
      [
        'a row is listed twice when others came before it',
        'return [...before, ...next.filter(({ id }) => !listed.has(id))];',
        'return [...before, ...next];',
      ],
      ['a list whose count is too large never ends', 'items.length === before.length ? first + items.length : total', 'total'],
      [
        'a list that begins further down ends with too few rows',
        'items.length === before.length ? first + items.length : total',
        'items.length === before.length ? items.length : total',
      ],
      [
        'a row that leaves the filter unread stays counted',
        'else if (isListed !== false || !isWhole) unsure = true;',
        'else if (isListed !== false) unsure = true;',
      ],
    ],
  ),
  ...mutantsOf(
    'renderer/state/paged-list.ts',
    ['test/renderer/paged-list.unit.test.ts'],
    [
      [
        'the failure of an older query is shown',
        `      if (request !== lastRequest) return;
      pending`,
        '      pending',
      ],
      [
        'a removal that was reported before a query takes a row from its answer',
        `    removed = new Set();
    const { filter }`,
        '    const { filter }',
      ],
      ['a page that is asked for twice is loaded twice', 'if (loading || total === null', 'if (total === null'],
      ['a list that begins further down is asked for rows behind its last', 'first + items.length >= total', 'items.length >= total'],
      ['an event is judged by the filter of rows that are not there yet', 'changed, shown ?? filter)', 'changed, filter)'],
      ['a row whose removal follows its event at once is shown', 'gathered = gathered.filter((row) => !all.has(row.id));', ''],
      [
        'a row that a list never had is subtracted from its count',
        'use.setState({ items: left, total: total - removed });',
        'use.setState({ items: left, total: total - all.size });',
      ],
      [
        'another filter retains as many rows as were scrolled to before',
        `      scrolled = maxPageRows;
      timers.stop`,
        '      timers.stop',
      ],
      [
        'a filter is sent in the middle of typing',
        `      timers.stop('typing');
      timers.start`,
        '      timers.start',
      ],
      [
        'typing that ended replaces the place that was chosen after it',
        `      timers.stop('typing');
      use`,
        '      use',
      ],
      [
        'an event of before the view was left replaces a newer row',
        `      timers.stopAll();
      gathered = [];`,
        '      timers.stopAll();',
      ],
    ],
  ),
  ...mutantsOf(
    'renderer/state/remote.ts',
    ['test/renderer/remote.unit.test.ts'],
    [
      [
        'a change is applied to the answer of a later request',
        `      since = [];
      use.setState({ loading: true });`,
        '      use.setState({ loading: true });',
      ],
    ],
  ),
  ...mutantsOf(
    'renderer/features/screening/bulk/results/pager.ts',
    ['test/screening/bulk-pager-view.unit.test.ts'],
    [['rows behind the end of a bulk screening are requested', 'number * pageSize < state.total', 'number * pageSize <= state.total']],
  ),
  ...mutantsOf(
    'renderer/features/signing/queue/derive.ts',
    ['test/signing/queue-groups.unit.test.ts'],
    [
      [
        'a row of the same moment as the first one is put behind it unread',
        'first === 0 || (top !== undefined && compare(top, row) < 0)',
        'first === 0 || (top !== undefined && compare(top, row) <= 0)',
      ],
      ['the selection jumps to the first row when the last ones are gone', 'now.at(at === -1 ? 0 : -1)', 'now.at(0)'],
    ],
  ),
  ...mutantsOf(
    'renderer/pdf/placement/placement-moves.ts',
    ['test/signing/placement-moves.unit.test.ts'],
    [
      [
        'the rectangle is drawn at another height of the page',
        'top: percent(page.height - top, page.height)',
        'top: percent(page.height - bottom, page.height)',
      ],
      ['another corner moves the signature to the first page', 'rule.page, anchor, page), page);', '1, anchor, page), page);'],
      ['the usual signature is on the first page', 'ruleFromDisplayed(usualRect(size), -1,', 'ruleFromDisplayed(usualRect(size), 1,'],
      ['the upper edge moves against the mouse', 'next.top = within(rect.top + by.y', 'next.top = within(rect.top - by.y'],
    ],
  ),
  ...mutantsOf(
    'renderer/state/jobs.ts',
    ['test/renderer/jobs.unit.test.ts', 'test/signing/queue-jobs.unit.test.ts'],
    [
      ['an answer replaces the newer event of a job', 'jobs: { ...byId(found), ...jobs }', 'jobs: { ...jobs, ...byId(found) }'],
      ['a late answer brings back what was forgotten', '!forgotten.has(documentId)', 'true'],
      ['jobs that could not be loaded are never loaded again', 'for (const id of more) followed.delete(id);', ''],
      ['jobs of documents that no view shows are retained', 'changed.filter(({ documentId }) => followed.has(documentId))', '[...changed]'],
      [
        'a document that a rule blocks seems to wait for the connection',
        "job.problem?.code !== 'other-account' && !isBlockedByRules(job) ? holdOf(queue)",
        "job.problem?.code !== 'other-account' ? holdOf(queue)",
      ],
    ],
  ),
  ...mutantsOf(
    'renderer/features/visits/derive.ts',
    ['test/web-service/settings-form.unit.test.ts'],
    [
      [
        'a document of a visit is published under a key with blanks',
        'const { identification, transaction } = trimmed(details);',
        'const { identification, transaction } = details;',
      ],
    ],
  ),
  ...mutantsOf(
    'renderer/features/screening/derive.ts',
    ['test/screening/view.unit.test.ts'],
    [
      ['a hit next to data that no rule reads is no match', " && !states.includes('hit')) return 'unread'", ") return 'unread'"],
      [
        'a block next to data that no rule reads is no match',
        "outcome === 'match' && block !== true && states",
        "outcome === 'match' && states",
      ],
      ['the first of several meanings of unread data counts', 'readings.findLast((', 'readings.find(('],
    ],
  ),
  ...mutantsOf(
    'renderer/features/screening/actions.ts',
    ['test/renderer/screen-again.unit.test.ts'],
    [
      ['a person is screened again for the customer of the form', 'await screenTyped(visitId);', 'await screen();'],
      ['the form stays with another customer', 'visit: visit?.id === visitId ? visit : null', 'visit'],
    ],
  ),
];
