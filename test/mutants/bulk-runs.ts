// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code
/** Slips of an hour without attention in the runs of bulk screenings and the files of their results. */
import { type Mutant, mutantsOf } from './mutant.ts';

const live = 'main/features/screening/bulk/live-runs.ts';
const bulk = 'main/features/screening/bulk/bulk-screening-service.ts';
const results = 'main/features/screening/bulk/export-results.ts';

export const bulkRuns: Mutant[] = [
  ...mutantsOf(
    live,
    ['test/screening/bulk-run.test.ts', 'test/screening/bulk-run-file.test.ts', 'test/screening/bulk-run-trouble.test.ts'],
    [
      ['an import continues with its last row', 'if (row.number <= before) continue;', 'if (row.number < before) continue;'],
      ['the last rows are not imported', '  commit();\n  try {', '  try {'],
      ['a changed file is imported', '    store.removeRowsAfter(run.id, before);\n    throw thrown;', ''],
      ['rows of a changed file stay', '    store.removeRowsAfter(run.id, before);\n', ''],
      ['rows of a changed file take those before with them', 'removeRowsAfter(run.id, before)', 'removeRowsAfter(run.id, 0)'],
      ['the file is not compared before its rows are read', '  await assertUnchanged(run);\n  const faultsOf', '  const faultsOf'],
      [
        'a row without a name waits',
        "isScreenable(faults) ? screening : { ...screening, state: 'skipped', problem: problemOfFaults(faults) }",
        'screening',
      ],
      ['a skipped row counts as waiting', "live.counts[state === 'skipped' ? 'skipped' : 'waiting'] += 1", "live.counts['waiting'] += 1"],
      ['an answer leaves a row waiting', '    counts.waiting -= 1;\n', ''],
      ['a match counts as decided', "    if (state === 'done' && outcome === 'match') progress.undecided += 1;\n", ''],
      ['a run with a paused import begins', "live.run.pauseAfter ? 'paused' : 'running'", "'running'"],
      [
        'a row knows no duplicates after a restart',
        '    const screening = screeningOfRow(run, row, query, faultsOf(row, query));\n    width = Math.max(width, row.cells.length);\n    if (row.number <= before) continue;',
        '    if (row.number <= before) continue;\n    const screening = screeningOfRow(run, row, query, faultsOf(row, query));\n    width = Math.max(width, row.cells.length);',
      ],
      [
        'a removed run is written again',
        '!runs.byId.has(live.run.id) || ',
        '',
        'Its row is removed once its scheduler has ended, after this write; no one hears of a run that is not listed.',
      ],
    ],
  ),
  ...mutantsOf(live, ['test/screening/bulk-export.test.ts'], [['a wide row is cut', 'width = Math.max(width, row.cells.length);', '']]),
  ...mutantsOf(
    bulk,
    [
      'test/screening/bulk-run.test.ts',
      'test/screening/bulk-run-pace.test.ts',
      'test/screening/bulk-run-file.test.ts',
      'test/cli/screen-resumed.test.ts',
    ],
    [
      [
        'a pause changes nothing while rows are imported',
        "else if (live.run.state === 'preparing') changeRun(runs, live, { pauseAfter: true });",
        '',
      ],
      ['a resumed import pauses again', 'problem: null, pauseAfter: false', 'problem: null'],
      ['a new pace is for the next start', '    live.scheduler.setPace(pace);\n', ''],
      [
        'a retried run stays done',
        "live.counts.waiting > 0 && live.run.state === 'done'",
        "live.counts.waiting < 0 && live.run.state === 'done'",
      ],
      ['a retry counts as before', '      Object.assign(live, countsOfRun(runs.deps.store, id));\n', ''],
      ['a removed run is not announced', "  runs.events.emit('removed', id);\n", ''],
    ],
  ),
  ...mutantsOf(
    bulk,
    ['test/screening/bulk-run-ended.test.ts'],
    [
      [
        'a retry that was cut off waits for a person',
        'byId.values()) screenPendingRows(runs, live)',
        'byId.values()) continueRun(runs, live)',
      ],
    ],
  ),
  ...mutantsOf(
    bulk,
    ['test/screening/bulk-export.test.ts'],
    [
      ['the first run of a file counts', '.findLast(', '.find('],
      ['a run with another output is the same', 'run.out === out && ', ''],
    ],
  ),
  ...mutantsOf(
    results,
    ['test/screening/bulk-export.test.ts', 'test/cli/screen-csv-files.test.ts', 'test/cli/screen-resumed.test.ts'],
    [
      ['a file that ends early is whole', 'if (count !== expected) throw', 'if (count > expected) throw'],
      [
        'a person’s file is replaced',
        'existing !== null && id !== null && findRun(runs, id).run.written.includes(existing.sha256)',
        'true',
      ],
      ['a link is replaced', '  if (!found.isFile()) return false;\n', ''],
      ['the file that was written is not known as its own', '    remember((await hashFile(written.path)).sha256);\n', ''],
      ['the name of a column without one is that of the column before', 'columnWithoutName?.(at + 1)', 'columnWithoutName?.(at)'],
      ['a file without a header gets one', 'if (!options.header && !columnWithoutName) return null;', ''],
      ['a short row shifts its result', "Array.from({ length: width }, (_, at) => cells[at] ?? '')", 'cells'],
    ],
  ),
];
