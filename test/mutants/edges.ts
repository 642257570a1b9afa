// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code
/** Slips of an hour without attention where a person or another program looks in: the bulk area of the page, its channels, the window, files of results, and settings. */
import { type Mutant, mutantsOf } from './mutant.ts';

const draftView = ['test/screening/bulk-draft-view.unit.test.ts'];
const bulkPage = ['test/renderer/bulk-start.unit.test.ts', 'test/renderer/bulk-page.unit.test.ts'];
const settings = ['test/settings/repository.unit.test.ts'];
const handlers = ['test/desktop/handlers.test.ts'];
const windowEnd = ['test/desktop/window-end.unit.test.ts'];

const bulkArea: Mutant[] = [
  ...mutantsOf('renderer/features/screening/bulk/draft/draft.ts', draftView, [
    ['a separator that is half typed loses the mapping', '  if (preview.problem) return { ...read, checking: null };\n', ''],
    ['another sheet has the mapping of the first', ' && preview.options.sheet === draft.preview.options.sheet', ''],
    ['a mapping stays whose column is gone', 'draft.mapped && fits && ', 'draft.mapped && '],
    ['a guessed mapping stays', 'if (draft.mapped && fits', 'if (fits'],
    ['the column of the identification may be gone', '  ...(identification === null ? [] : [identification]),\n', ''],
    ['the column that a name depends on may be gone', '  ...(surnameFirstWhere ? [surnameFirstWhere.column] : []),\n', ''],
    ['eleven values for empty can be started', '> maxEmptyValues) return', '> maxEmptyValues + 1) return'],
    ['a list is started while it is read', "  if (reading) return 'reading';\n", ''],
    ['a list without anyone to screen is started', 'checking.check.screenable === 0', 'checking.check.rows === 0'],
    ['a pace without a number is started', ' || Number.isNaN(pace.perMinute)', ''],
    ['a file with an open quote is started', 'if (problem ?? preview.problem)', 'if (problem)'],
    ['a list lasts no time', 'Math.ceil((rows / perMinute) * 60)', 'Math.floor((rows / perMinute) * 60)'],
    ['empty lines are values', "    .filter((line) => line !== ''),", ''],
  ]),
  ...mutantsOf(
    'renderer/features/screening/bulk/run-state.ts',
    ['test/screening/bulk-run-state-view.unit.test.ts'],
    [
      ['a run whose rows are screened again has ended', "  if (state === 'done' && counts.waiting > 0) return 'running';\n", ''],
      ['a run with damaged rows has ended well', 'counts.failed + counts.damaged > 0', 'counts.failed > 0'],
      ['a full disk at the end of a run is not shown', "(state === 'paused' || state === 'running')", "state === 'paused'"],
      ['a run that stopped in its import is the whole file', '(rows === 0 || counts.waiting > 0)', 'rows === 0'],
      ['a run with a refused key continues automatically', " && run.state !== 'done' && !isStopped(run)", " && run.state !== 'done'"],
      ['a run with a refused key cannot be resumed', "run.state === 'paused' || isStopped(run)", "run.state === 'paused'"],
      ['a run opens on what is unavailable before matches', "['match', 'unavailable', 'failed']", "['unavailable', 'match', 'failed']"],
      [
        'another connection needs a person',
        "=== 'search-other-connection' ? 'connection' : 'person'",
        "=== 'offline' ? 'connection' : 'person'",
      ],
      [
        'a busy service is called offline',
        "hasTrait(problem, 'provider') ? 'service' : 'offline'",
        "hasTrait(problem, 'retryable') ? 'offline' : 'service'",
      ],
    ],
  ),
  ...mutantsOf('renderer/features/screening/bulk/draft/actions.ts', bulkPage, [
    ['a second press starts the list twice', 'if (!draft || draft.starting) return;', 'if (!draft) return;'],
    ['a start takes another file away', '  if (useBulk.getState().draft?.preview.fileId !== draft.preview.fileId) return;\n', ''],
    ['a list that could not be started stays in its start', '  change({ starting: false });\n', ''],
    ['an earlier reading replaces a later one', 'if (begun !== round || !draft) return;', 'if (!draft) return;'],
    [
      'an earlier check counts for the later input',
      "    if (begun !== round) return;\n    change({ checking: { state: 'done'",
      "    change({ checking: { state: 'done'",
    ],
    [
      'an earlier check that failed counts for the later input',
      "    if (begun !== round) return;\n    change({ checking: { state: 'failed'",
      "    change({ checking: { state: 'failed'",
    ],
    ['what was found before stands after a check that failed', ', lastCheck: null });', ' });'],
    ['a check is of the options before', '  if (draft.reading) return read();\n', ''],
    ['a file that cannot be read is checked', '  if (draft.problem || draft.preview.problem) return;\n', ''],
    [
      'another file forgets what else is searched',
      'before ? { ...draft, judicial: before.judicial, procurator: before.procurator } : draft',
      'draft',
    ],
    ['another file has the pace of the settings', 'before?.pace ?? pace', 'pace'],
    ['a second dialog opens', '  if (choosing) return;\n', ''],
    ['the dialog opens once', '  choosing = false;\n', ''],
    ['a mapping by a person counts as guessed', "mapped: true, checking: { state: 'checking' }", "checking: { state: 'checking' }"],
    ['a check goes on while the mapping changes', "mapped: true, checking: { state: 'checking' }", 'mapped: true'],
    ['eleven values for empty are mapped', 'if (empty.length <= maxEmptyValues) setMapping', 'if (empty.length > 0) setMapping'],
  ]),
  ...mutantsOf('renderer/features/screening/bulk/store.ts', bulkPage, [
    ['a removed run stays open', 'openRun: openRun === id ? null : openRun', 'openRun'],
    ['the removal of a run closes another', 'openRun: openRun === id ? null : openRun', 'openRun: null'],
    ['a removed run stays in the list', 'runs.change(({ [id]: _, ...others }) => others);', ''],
    ['one choice forgets the others', '...(chosen[runId] ?? nothingChosen), ...part', '...nothingChosen, ...part'],
  ]),
  ...mutantsOf('renderer/features/screening/bulk/actions.ts', bulkPage, [
    ['a run opens on what a person did not choose', 'if (run && !before?.byPerson) {', 'if (run) {'],
    ['a file that is written stays so', '  setExporting(id, false);\n', ''],
    ['rows that wait are not said of a file', '...(open > 0 ?', '...(open < 0 ?'],
    ['cells that were cut are not said of a file', '...(cut > 0 ?', '...(cut < 0 ?'],
    ['a file with doubts is good', "open + cut > 0 ? 'doubt' : 'good'", "'good'"],
    ['a file that was not written is announced', '  if (!written) return;\n', '  if (written === undefined) return;\n'],
  ]),
];

const files: Mutant[] = [
  ...mutantsOf(
    'main/features/screening/bulk/table/write-table.ts',
    ['test/screening/table-write.test.ts', 'test/screening/table-formulas.unit.test.ts', 'test/screening/bulk-export.test.ts'],
    [
      ['a spreadsheet reads the file in another encoding', 'if (bom) yield', 'if (!bom) yield'],
      ['the last rows are missing', '  if (some.length > 0) yield text(some);\n', ''],
      ['rows are written twice', '    yield text(some);\n    some = [];', '    yield text(some);'],
      ['a sheet has a row more than Excel reads', 'number < plan.rows;', 'number <= plan.rows;'],
      ['a cell that begins a tag breaks the workbook', "    .replaceAll('<', '&lt;')\n", ''],
      ['a cell that reads as an escape changes', "    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')\n", ''],
      ['column 27 is called as another', 'columnLetters(rest - 1)', 'columnLetters(rest)'],
      ['lines end as on Linux', "record_delimiter: 'windows'", "record_delimiter: 'unix'"],
      ['a file without quotes has cells that run together', "quote === '' ? '\"' : quote", 'quote'],
      ['a cut is not counted', '      tally.cut += 1;\n', ''],
      ['a cell is longer than Excel reads', 'sheetLimits.cell - 1', 'sheetLimits.cell + 1'],
      ['a sign without a width hides a formula', 'const formula = /^[\\s\\u200b\\ufeff]*', 'const formula = /^\\s*'],
      ['a quote hides a formula from another reader', ' || /^\\s*"["\\s]*[=@＝＠＋－+-]/.test(cell)', ''],
      ['whatever begins with a sign is a number', 'const harmless = /^\\s*[+-][\\d\\s.,()/-]*$/', 'const harmless = /^\\s*[+-]/'],
    ],
  ),
  ...mutantsOf('main/features/settings/settings-repository.ts', settings, [
    ['the name of the clerk is in clear', 'settingsRows.put(only, clearSchema.parse(changed));', 'settingsRows.put(only, changed);'],
    ['the name of the clerk cannot be taken away', 'if (part.clerk !== undefined)', 'if (part.clerk)'],
    ['one setting of the web service forgets the others', '{ ...service(), ...part }', '{ ...part }'],
    ['one setting forgets the others', 'settingsSchema.parse({ ...settings(), ...part })', 'settingsSchema.parse({ ...part })'],
    ['two presets have one name', '      for (const other of namesakes) if (other.id !== id) presets.remove(other.id);\n', ''],
    ['a preset of the same name has another id', 'preset.id ?? namesakes[0]?.id ?? randomUUID()', 'preset.id ?? randomUUID()'],
    ['names differ by their case', 'lowerCased(name.trim())', 'name.trim()'],
    ['names differ by blanks around them', 'lowerCased(name.trim())', 'lowerCased(name)'],
    ['a station stays enrolled', 'enrolment === null ? hubRows.remove(only) :', 'enrolment === null ? undefined :'],
    ['a wrong profile has no field', "parsed.error.issues[0]?.path.join('.') ?? ''", "''"],
  ]),
];

const channels: Mutant[] = [
  ...mutantsOf(
    'main/desktop/ipc/profile-handlers.ts',
    ['test/settings/profile-secrets.unit.test.ts'],
    [
      ['a saved profile loses its certificate', 'settings.profile(id).network.caFile', "''"],
      ['a certificate is never taken away', "    if (choice === 'none') return '';\n", ''],
      [
        'the page names a file of certificates',
        'caFile: caFileOf(caFile, id) }',
        '...(caFile === "keep" ? {} : { caFile: caFileOf(caFile, id) }) }',
      ],
    ],
  ),
  ...mutantsOf('main/desktop/ipc/backup-handlers.ts', handlers, [
    [
      'a restore without a chosen file is of the first daily copy',
      "if (chosen === null) throw new StationError('bad-request');",
      "if (chosen === null) return { path: '' };",
    ],
    [
      'a file that is no backup is restored',
      '      const found = await backups.inspect(path);\n      chosen = path;',
      '      chosen = path;\n      const found = await backups.inspect(path);',
    ],
    [
      'a dismissed dialog forgets the chosen backup',
      '      if (path === null) return null;\n      const found',
      '      chosen = path;\n      if (path === null) return null;\n      const found',
    ],
  ]),
  ...mutantsOf('main/desktop/ipc/queue-handlers.ts', handlers, [
    ['what needs a reason is sent again without one', 'ids.filter((id) => !unready.has(id))', '[...ids]'],
    ['what was queued is said to have been sent before', 'ready.filter((id) => !queued.includes(id))', '[...ready]'],
    [
      'a dismissed dialog delivers to the usual folder',
      'folder === null ? 0 : await queue.deliver(ids, folder)',
      'await queue.deliver(ids, folder ?? undefined)',
    ],
  ]),
  ...mutantsOf('main/desktop/ipc/screening-handlers.ts', handlers, [
    [
      'a screening belongs to a visit that there is not',
      '      if (visitId !== null) station.visits.open(visitId); // a screening of an unknown visit could not be found again\n',
      '',
    ],
    ['an answer shows the key that it repeats', 'withoutSecrets(screening.raw(id).toString(', '(screening.raw(id).toString('],
  ]),
  ...mutantsOf('main/desktop/ipc/handler-support.ts', handlers, [
    ['a screening cannot be stopped', 'stop: (id) => running.get(id)?.abort(),', 'stop: (id) => void running.get(id),'],
    ['an undefined setting takes the old one away', '.filter(([, value]) => value !== undefined)', ''],
    ['a file that no program opens is opened', "if (failure !== '') throw", "if (failure === 'x') throw"],
  ]),
  ...mutantsOf('main/desktop/ipc/signing-handlers.ts', handlers, [
    ['what the system would run is opened', "extname(path).toLowerCase() !== '.pdf' || ", ''],
    ['a signed file that is gone is opened', ' || !(await stat(path).catch(() => null))?.isFile()', ''],
    ['a document of the page is sent unattended', '{ attended: true }', '{ attended: false }'],
  ]),
  ...mutantsOf('main/desktop/ipc/web-service-handlers.ts', handlers, [
    [
      'a dismissed dialog takes a path away',
      'path === null ? service.settings() : service.change({ [what]: path })',
      "service.change({ [what]: path ?? '' })",
    ],
    ['an empty passphrase is stored', "if (value === '') await vault.removeSecret(serviceOwner, passphrase);\n      else await", 'await'],
  ]),
  ...mutantsOf('main/desktop/ipc/settings-handlers.ts', handlers, [
    [
      'a dismissed dialog changes the folder of signed files',
      '    if (!beside && outputFolder === null) return settings.settings();\n',
      '',
    ],
    ['the folder next to the original asks for one', 'beside ? null : await dialogs.outputFolder()', 'await dialogs.outputFolder()'],
  ]),
  ...mutantsOf('main/desktop/ipc/report-handlers.ts', handlers, [
    [
      'another report is saved than was shown',
      'const { files, at } = made;',
      'const { at } = made;\n      const files = makeReport(dataDir, await station.reportFacts(), at);',
    ],
  ]),
  ...mutantsOf('main/desktop/ipc/document-handlers.ts', handlers, [
    ['a dismissed dialog opens something', 'paths.length === 0 ? { taken: 0 } : recent.open(paths)', 'recent.open(paths)'],
  ]),
  ...mutantsOf(
    'main/desktop/dialogs.ts',
    ['test/desktop/dialogs.unit.test.ts'],
    [
      ['a name with a dot has no extension', 'extname(filePath).toLowerCase() === `.${kind}` ?', "extname(filePath) !== '' ?"],
      ['an extension in capitals comes twice', 'extname(filePath).toLowerCase() ===', 'extname(filePath) ==='],
      ['a dismissed dialog has a path', "if (canceled || filePath === '') return null;", ''],
      ['chosen files of a dismissed dialog are opened', 'if (answer.canceled) return [];', ''],
      ['a dialog begins in the downloads again', ' lastFolders.set(what, dirname(first));', ' void dirname;'],
      ['documents that were moved stop the dialog', "    return '';", "    throw new Error('gone');"],
    ],
  ),
  ...mutantsOf(
    'preload/index.ts',
    ['test/desktop/preload.unit.test.ts'],
    [
      [
        "the page gets Electron's sender",
        '(_event: unknown, payload: unknown) => listener(payload)',
        '(event: unknown, payload: unknown) => listener({ ...(payload as object), event })',
      ],
      ['a listener that ended hears', '        ipcRenderer.off(wireName(name), forward);\n', ''],
      ['an answer does not wait for earlier events', 'refused ?? (await answered)', 'refused as Answer'],
      ['what has no path is dropped as one', ".filter((path) => path !== '')", ''],
      ['a drop on one area is taken by another', 'sendDropped(dropChannels.publish, files)', 'sendDropped(dropChannels.sign, files)'],
      ['the bridge has a general send', "exposeInMainWorld('station', api)", "exposeInMainWorld('station', { ...api, ipcRenderer })"],
    ],
  ),
];

const window: Mutant[] = [
  ...mutantsOf(
    'main/desktop/closing-question.ts',
    ['test/desktop/closing-question.unit.test.ts'],
    [
      ['visits in memory are lost without a question', " || visits.page({ text: '', show: 'all' }, 0, 1).total > 0", ''],
      ['runs in memory are lost without a question', 'waiting > 0 || bulk.list().length > 0', 'waiting > 0'],
      ['documents in doubt are lost without a question', "    if (doubtful > 0) return 'doubtLost';\n", ''],
      ['input is lost without a question', "(hasInput ? 'inputLost' : null)", 'null'],
      ['stored screenings are called lost', 'memoryOnly !== null && (waiting', '(waiting'],
      ['signed files without a folder are lost without a question', "    if (undelivered > 0) return 'signedLost';\n", ''],
    ],
  ),
  ...mutantsOf('main/desktop/close-guard.ts', windowEnd, [
    ['the window closes during the question', '    event.preventDefault();\n    if (asking', '    if (asking'],
    ['each press of the cross asks again', 'if (asking || finishing', 'if (finishing'],
    ['a question asks once', '        asking = false;\n', ''],
    [
      'the window closes before the answers',
      '    await station.finish().catch(() => undefined); // the next start repairs the state after any error\n',
      '',
    ],
    ['a window that is finishing asks', 'if (asking || finishing || question === null)', 'if (asking || question === null)'],
    ['Stay closes', 'response === 1 ? close()', 'response === 0 ? close()'],
    ['a fault at the end keeps the window open', 'await station.finish().catch(() => undefined);', 'await station.finish();'],
    ['a window that waits for answers can be closed', 'if (question === null && !finishing) return;', 'if (question === null) return;'],
  ]),
  ...mutantsOf('main/desktop/system-end.ts', windowEnd, [
    ['a second signal waits too', '    if (isEnding) station.breakOff();\n', ''],
    ['the first signal leaves documents in doubt', 'if (isEnding) station.breakOff();', 'station.breakOff();'],
    ['a shutdown does not wait', "    event.preventDefault();\n    end('shutdown');", "    end('shutdown');"],
    ['a session ends while documents are sent', "    event.preventDefault();\n    return end('session');", "    return end('session');"],
    ['an end that another program may stop ends the station', 'if (station.open().sending === 0) return station.postpone(maxQueryMs);', ''],
    [
      'a session that ends now waits for answers',
      '    station.breakOff();\n    close();\n  });\n  powerMonitor',
      '    close();\n  });\n  powerMonitor',
    ],
    [
      'a session that goes on sends nothing',
      ' && !window.isDestroyed()) station.wake();\n  });\n  // Nothing',
      ' && window.isDestroyed()) station.wake();\n  });\n  // Nothing',
    ],
    ['a session that ends sends more', 'wParam.every((byte) => byte === 0)', 'wParam.length > 0'],
    ['what failed before the machine slept waits', '    if (!window.isDestroyed()) station.wake();\n  });\n}', '  });\n}'],
  ]),
  ...mutantsOf('main/desktop/notify.ts', windowEnd, [
    ['a notification is over the window', ' || current.isFocused()', ''],
    ['two records are one', 'records === 1 ? words.one :', 'records > 0 ? words.one :'],
    ['what came before is counted again', '    records = 0;\n    const current', '    const current'],
    ['each record has a notification', 'timer ??= setTimeout', 'timer = setTimeout'],
    ['a notification that came does not come again', '    timer = null;\n    const words', '    const words'],
    ['a quarantined body is a record', "if (kind === 'record') records += 1;", 'records += 1;'],
    ['a click opens no inbox', '      open();\n', ''],
  ]),
  ...mutantsOf('main/desktop/page-faults.ts', windowEnd, [
    ['a page that ends is loaded for ever', 'if (reloads.length >= maxReloads) return void explain();\n', ''],
    ['a page that closed is loaded again', "if (reason !== 'clean-exit') recover();", 'recover();'],
    ['each hang asks again', 'if (waiting !== null || window.isDestroyed()) return;', 'if (window.isDestroyed()) return;'],
    ['a page that responds is ended', '!signal.aborted && response === 1', 'response === 1'],
    ['the question stays when the page responds', '    waiting?.abort();\n', ''],
    ['a page is given up for ever', '    reloads = [];\n    reload();', '    reload();'],
  ]),
  ...mutantsOf(
    'main/desktop/arguments.ts',
    ['test/desktop/security-rules.test.ts'],
    [
      ['the folder of the application is opened', 'packaged ? 0 : 1', '0'],
      ['a file called --unattended begins the command line', '(end !== -1 && end < at)', 'false'],
      ['a path is of another folder', 'map((path) => resolve(workingDirectory, path))', 'map((path) => path)'],
      ['paths are opened again with the next ones', '      gathered = [];\n', ''],
      ['paths of one choice are opened one by one', '    clearTimeout(timer);\n', ''],
    ],
  ),
  ...mutantsOf(
    'main/desktop/appearance.ts',
    ['test/desktop/appearance.test.ts'],
    [
      ['a language that there is not is used', 'choices.find((choice) => choice === value) ??', '(value as never) ??'],
      ['the theme is not stored', 'before.language === language && before.theme === theme', 'before.language === language'],
    ],
  ),
  ...mutantsOf(
    'main/desktop/system-language.ts',
    ['test/desktop/security-rules.test.ts'],
    [['Colombia has the separator of Mexico', "includes(',') ? ';' : ','", "includes(',') ? ',' : ';'"]],
  ),
];

export const edges: Mutant[] = [...bulkArea, ...files, ...channels, ...window];
