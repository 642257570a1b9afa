// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code
/** Wrong rules at the edges: the page and its channels, settings, the command line, the conversion of placements. */
import { type Mutant, mutantsOf } from './mutant.ts';

const shell = ['test/desktop/security-rules.test.ts'];
const ipc = ['test/desktop/ipc.test.ts'];
const pageEvents = ['test/desktop/page-events.unit.test.ts'];
const protocol = ['test/desktop/protocol.test.ts', 'test/desktop/protocol-records.test.ts'];

export const desktop: Mutant[] = [
  ...mutantsOf(
    'renderer/state/jobs.ts',
    ['test/renderer/jobs.unit.test.ts'],
    [
      ['the page follows the jobs of weeks', '      forgetUnseen();\n', ''],
      ['the page forgets jobs that a view shows', '.filter((id) => !shown.has(id)).slice', '.slice'],
    ],
  ),
  ...mutantsOf(
    'main/desktop/window-place.ts',
    ['test/desktop/window-place.test.ts'],
    [
      ['a stored window may have no height', ' && Number(height) >= 1', ''],
      ['a place of another form is used', "&& typeof isMaximized === 'boolean'", "|| typeof isMaximized === 'boolean'"],
    ],
  ),
  ...mutantsOf(
    'main/desktop/window.ts',
    ['test/desktop/window-place.test.ts'],
    [['a window on a display of another scale has a wrong size', '  if (place) window.setBounds(', '  if (!place) window.setBounds(']],
  ),
  ...mutantsOf(
    'main/desktop/open-station.ts',
    ['test/desktop/open-station.test.ts'],
    [['a station without its window stays open', '    await station.close();\n', '']],
  ),
  ...mutantsOf(
    'main/app/create-station.ts',
    ['test/storage/failed-start.test.ts'],
    [['a start that fails leaves its parts open', '    await opened.disposeAsync().catch(() => undefined);\n', '']],
  ),
  ...mutantsOf(
    'main/features/web-service/http/web-server.ts',
    ['test/hub/start.test.ts'],
    [['a server that does not listen stays open', '    await app.close();\n    throw thrown;', '    throw thrown;']],
  ),
  ...mutantsOf(
    'main/desktop/ipc/saved-files.ts',
    ['test/desktop/saved-files.test.ts'],
    [
      ['any file of the disk is shown', 'paths.get(savedId)', 'paths.get(savedId) ?? savedId'],
      ['a saved program is opened', "extname(path).toLowerCase() !== '.pdf'", 'false'],
    ],
  ),
  ...mutantsOf(
    'main/features/documents/document-list.ts',
    ['test/documents/list.test.ts'],
    [
      ['a file that a stop left out is never read', 'for (const { id } of left) entries.delete(id);', ''],
      ['a stop takes away what was read before', ' && !isBeingRead(entry)', ' || !isBeingRead(entry)'],
      ['the progress of a stopped reading never ends', '  progress.total -= waiting.length;\n', ''],
    ],
  ),
  ...mutantsOf(
    'main/features/documents/document-list.ts',
    ['test/documents/content.test.ts'],
    [
      ['a removed document stays in memory', '    dropContent(state.contents, entry);\n', ''],
      ['the memory of a document is given away twice', '  dropContent(contents, entry);\n  return content;', '  return content;'],
    ],
  ),
  ...mutantsOf(
    'main/features/documents/pdf-reader.ts',
    ['test/documents/content.test.ts'],
    [['a content is that of an earlier state of its file', 'stateOf(stats)', 'stateOf({ ...stats, ino: 0n })']],
  ),
  ...mutantsOf('main/desktop/security/ipc-sender.ts', ipc, [
    ['a foreign page in our window may call', ' && isOwnUrl(frame.url)', ''],
    ['a frame within the page, or of another window, may call', 'frame === window.webContents.mainFrame && ', ''],
  ]),
  ...mutantsOf(
    'main/desktop/ipc/register.ts',
    ['test/desktop/ipc.test.ts', 'test/desktop/ipc-register.test.ts'],
    [
      ['anybody may call', '!senderAllowed(event, window())', '!event'],
      ['the channels do not ask who calls', 'guarded(window, call)', '(_event, _id, request) => call(request)'],
    ],
  ),
  ...mutantsOf('main/desktop/ipc/calls.ts', ipc, [
    ['a request is not checked', 'if (!parsed.success) {', 'if (!parsed) {'],
    [
      'an answer is not checked',
      'schemas.response.safeParse(await handler(parsed.data))',
      '{ success: true as const, data: await handler(parsed.data) }',
    ],
    ['an error crosses as it was thrown', 'return refuse(problemOf(error));', 'throw error;'],
  ]),
  ...mutantsOf('main/desktop/ipc/calls.ts', pageEvents, [['an answer overtakes the events before it', '      flushEvents();\n', '']]),
  ...mutantsOf('main/desktop/ipc/events.ts', pageEvents, [
    ['a removal overtakes the changes before it', '      flush();\n      send(', '      send('],
    [
      'changes that wait are lost to newer ones of other documents',
      '[...waiting.filter(({ documentId }) => !replaced.has(documentId)), ...newer]',
      'newer',
    ],
    ['an older state follows the newer one', '!replaced.has(documentId)', 'true'],
    ['what waits is sent again and again', '    waiting.clear();\n', ''],
    ['what waits is not sent by itself', '    flush();\n  }\n\n  return', '  }\n\n  return'],
    ['nothing is gathered', 'thing !== null && timer !== null', 'false'],
    ['a change after a pause waits', 'thing !== null && timer !== null', 'thing !== null'],
    ['the beginning of a reading is passed over', "done === 0 ? null : ''", "''"],
  ]),
  ...mutantsOf(
    'main/desktop/security/app-origin.ts',
    [...shell, ...ipc, ...protocol],
    [
      ['any host of our scheme is ours', "parsed.host === 'station' && ", ''],
      ['an address with a login is ours', " && parsed.username === '' && parsed.password === ''", ''],
    ],
  ),
  ...mutantsOf('main/desktop/protocol/app-protocol.ts', protocol, [
    ['the page may post to our addresses', "if (request.method !== 'GET' && request.method !== 'HEAD') return empty(405);", ''],
    ['a foreign address is answered', ' || !isOwnUrl(request.url)', ''],
    ['the page is in the default language', '`/index.${begun.language}.html`', "'/index.es.html'"],
    [
      'the page has the theme of the system only',
      "theme === 'system' ? html : html.replace('<html', `<html data-theme=\"${theme}\"`)",
      'html',
    ],
    ['an answer has no security headers', 'response.headers.set(name, value);', 'response.headers.has(name);'],
  ]),
  ...mutantsOf('main/desktop/protocol/byte-answer.ts', protocol, [
    ['a range may begin at the end', 'start >= size ?', 'start > size ?'],
    ['the last bytes are the first', 'start: size - length,', 'start: 0,'],
  ]),
  ...mutantsOf('main/desktop/protocol/document-bytes.ts', protocol, [
    ['a document that changed is shown', 'if (size !== openedSize) return new Response(null, { status: 410 });', ''],
    ['a pipe is opened', 'found.isFile()', 'found.size >= 0'],
    ['a file stays open when the page stops reading', ".on('close', () => stream.destroy())", ''],
  ]),
  ...mutantsOf('shared/domain/pieces.ts', protocol, [
    ['a piece may lie outside of the document', 'end < size)', 'end <= size)'],
    ['a piece may end before it begins', 'start <= end &&', ''],
    ['pieces have no bound in bytes', '<= maxPiecesBytes ?', '<= Infinity ?'],
    ['pieces have no bound in number', 'pieces.length <= maxPieces &&', ''],
  ]),
  ...mutantsOf('main/desktop/protocol/record-bytes.ts', protocol, [
    ['a file of any kind is shown as what it says', 'if (shownMediaTypes.has(mime))', 'if (mime !== null)'],
  ]),
  ...mutantsOf('main/desktop/security/content-security-policy.ts', protocol, [
    ['the page may use eval', "'self' 'wasm-unsafe-eval'", "'self' 'unsafe-eval'"],
    ['the page may connect to the network', "'connect-src': \"'self'\"", "'connect-src': \"'self' https:\""],
  ]),
  ...mutantsOf(
    'main/desktop/security/external-links.ts',
    ['test/desktop/security-rules.test.ts', 'test/desktop/external-links.test.ts'],
    [
      ['a link that is in no match opens', 'if (!known || parsed === null', 'if (parsed === null'],
      ['a link to a file opens', '!/^https?:$/.test(parsed.protocol) || ', ''],
      ['a link with a user name and password opens', " || parsed.username !== '' || parsed.password !== ''", ''],
    ],
  ),
  ...mutantsOf('main/desktop/security/navigation.ts', shell, [
    [
      'the window navigates to other addresses of ours',
      "if (details.url !== startUrl) details.preventDefault();\n  });\n  contents.on('will-frame",
      "if (!details.url.startsWith('app:')) details.preventDefault();\n  });\n  contents.on('will-frame",
    ],
    ['a frame navigates to our page', '!details.isMainFrame || ', ''],
    ['a redirect is followed', "contents.on('will-redirect', (details) => details.preventDefault());", ''],
    ['a webview is attached', "contents.on('will-attach-webview', (event) => event.preventDefault());", ''],
  ]),
  ...mutantsOf('main/desktop/security/new-windows.ts', shell, [['the page opens windows', "{ action: 'deny' }", "{ action: 'allow' }"]]),
  ...mutantsOf('main/desktop/security/permissions.ts', shell, [
    ['our page has every permission', "permission === 'clipboard-sanitized-write' && isOwnUrl(url)", 'isOwnUrl(url)'],
    ['a frame may write to the clipboard', 'answer(details.isMainFrame && permissionAllowed', 'answer(permissionAllowed'],
    ['devices are allowed', 'setDevicePermissionHandler(() => false)', 'setDevicePermissionHandler(() => true)'],
  ]),
  ...mutantsOf('main/desktop/security/downloads.ts', shell, [['the page downloads', 'event.preventDefault()', 'event']]),
  ...mutantsOf('main/desktop/security/page-network.ts', shell, [
    ['the page asks the network', '(blob|data|devtools):', '(blob|data|devtools|https):'],
  ]),
  ...mutantsOf('main/desktop/security/certificates.ts', shell, [['a rejected certificate is taken', 'answer(false);', 'answer(true);']]),
  ...mutantsOf('main/desktop/system-network.ts', shell, [
    ['a server gets the first certificate of the person', 'event.preventDefault();', ''],
    ['a server that asks for a certificate waits for ever', '    answer();\n', ''],
  ]),
  ...mutantsOf(
    'main/platform/runtime/network-watch.ts',
    ['test/runtime/network-watch.unit.test.ts'],
    [['a changed network is not noticed', 'if (now === before) return;', 'return;']],
  ),
];

export const settings: Mutant[] = [
  ...mutantsOf(
    'shared/domain/settings/profile.ts',
    ['test/settings/profile-schema.unit.test.ts', 'test/settings/profile-form.unit.test.ts', 'test/settings/repository.unit.test.ts'],
    [
      ['plain http goes anywhere', "(url.protocol === 'https:' || loopback.test(url.hostname))", 'url.protocol.length > 0'],
      ['a host that begins like this machine is this machine', '|\\[::1\\])$/', '|\\[::1\\])/'],
      ['an address holds a password', '(withoutLogin(url) && (url.protocol', '((url.protocol'],
      ['a slash at the end stays', "value.replace(/\\/+$/, '')", 'value'],
      ['a proxy address holds a password', ' && withoutLogin(url));', ');'],
    ],
  ),
  ...mutantsOf(
    'main/features/settings/settings-repository.ts',
    ['test/settings/repository.unit.test.ts'],
    [
      ['a removed profile stays active', 'if (settings().activeProfileId === id) change({ activeProfileId: null });', ''],
      ['a profile that there is not becomes active', 'if (part.activeProfileId) profile(part.activeProfileId);', ''],
      ['saving brings a removed profile back', 'if (id !== undefined) profile(id);', ''],
      ['two profiles have one name', '      if (namesake) throw', '      if (false) throw'],
      ['a profile cannot be saved again under its own name', 'other.id !== id && ', ''],
    ],
  ),
  ...mutantsOf(
    'shared/domain/visits/policy.ts',
    ['test/visits/policy.test.ts', 'test/settings/repository.unit.test.ts'],
    [['a blocked person is only warned of', "blockedPerson: rule('stop')", "blockedPerson: rule('warn')"]],
  ),
];

export const cli: Mutant[] = [
  ...mutantsOf(
    'main/cli/support/exit-codes.ts',
    ['test/cli/exit-codes.unit.test.ts'],
    [
      ['signed files that are in no folder are all done', 'succeeded === total && complete', 'succeeded === total'],
      ['what waits for the line has failed', 'if (outcomes.some(({ waits }) => waits)) return exitCodes.queued;', ''],
      ['what stays queued for another reason has failed', "status === 'queued' || sentBefore", 'sentBefore'],
      ['what was sent before has failed', "status === 'queued' || sentBefore", "status === 'queued'"],
      ['nothing signed is some failed', 'if (succeeded === 0) return exitCodes.noneSucceeded;', ''],
    ],
  ),
  ...mutantsOf(
    'main/cli/support/provider-choice.ts',
    ['test/cli/usage.test.ts'],
    [
      [
        'a mistyped member of a profile file leaves the default',
        'if (!Object.hasOwn(read, name)) return name;',
        'if (!Object.hasOwn(read, name)) continue;',
      ],
    ],
  ),
  ...mutantsOf(
    'main/cli/run-command.ts',
    ['test/cli/usage.test.ts'],
    [['a result that the disk has no room for is all done', 'return code === exitCodes.allDone ? exitCodes.fault : code;', 'return code;']],
  ),
  ...mutantsOf(
    'main/platform/files/read-whole-file.ts',
    ['test/files/read-whole-file.test.ts'],
    [
      ['a device is read as a file', '  await assertFile(path);\n', ''],
      ['a stream of the shell is refused', '  if (openStream.test(path)) return;\n', ''],
    ],
  ),
  ...mutantsOf(
    'main/cli/commands/validation/fetch-record.ts',
    ['test/cli/validation.test.ts'],
    [['any answer of the validation query is a record', '= await findRecord(answer, queriedTransaction);', '= { ...answer, within: [] };']],
  ),
  ...mutantsOf(
    'main/features/records/receiving/find-record.ts',
    ['test/visits/visit.test.ts'],
    [
      ['one of several records in texts is the record', 'found && more.length === 0 ?', 'found ?'],
      ['a long text next to the one with the record is lost', '[...found.texts, ...others]', 'found.texts'],
      ['pictures of a text that is no record stay', 'await discardAll(unused);', ''],
    ],
  ),
  ...mutantsOf(
    'main/features/records/receiving/find-record.ts',
    ['test/cli/validation.test.ts'],
    [
      ['the first of several records is the queried one', 'ofTransaction(json, records, queriedTransaction)', 'records.slice(0, 1)'],
      ['of two records of the transaction the first counts', ' && others.length === 0', ''],
    ],
  ),
  ...mutantsOf(
    'main/platform/provider/text-reader.ts',
    ['test/provider/sign-answer.unit.test.ts'],
    [['any number of texts is read as answers', 'left === 0 || ', '']],
  ),
  ...mutantsOf(
    'main/desktop/ipc/verification-handlers.ts',
    ['test/verification/verify-files.test.ts'],
    [['checks stay in memory until the station ends', 'dropOldest(checks, maxChecks);', '']],
  ),
  ...mutantsOf(
    'main/cli/support/command.ts',
    ['test/cli/screen-options.unit.test.ts'],
    [
      [
        'an unknown option is passed over',
        "if (option === undefined) throw new WrongUse('unknown-option', { option: token.rawName });",
        '',
      ],
      ['an option takes the next option for its value', '(!token.value || isNextOption)', '!token.value'],
      [
        'options of a list are passed over for one person',
        'if (values[optionName] === undefined || isOfForm(option, form)) continue;',
        "if (optionName !== 'name' || isOfForm(option, form)) continue;",
      ],
      ['a switch takes a value', 'if (!option.value && token.value !== undefined)', "if (!option.value && token.value === '')"],
    ],
  ),
  ...mutantsOf(
    'main/cli/support/read-values.ts',
    ['test/cli/screen-options.unit.test.ts'],
    [['a count may be any', 'number >= min && number <= max', 'number >= min']],
  ),
  ...mutantsOf(
    'main/cli/commands/screen.ts',
    ['test/cli/screen-options.unit.test.ts'],
    [['the quote may be the separator', ' || quote === separator', '']],
  ),
  ...mutantsOf(
    'main/cli/commands/screen/columns.ts',
    ['test/cli/one-column.unit.test.ts'],
    [['one row with a sign makes columns', 'others.every((cell)', 'others.some((cell)']],
  ),
];

export const placement: Mutant[] = [
  ...mutantsOf(
    'shared/domain/placement/placement-frames.ts',
    ['test/signing/placement-convert.unit.test.ts'],
    [
      ['a page turned by 90° is turned by 270°', 'return [0, -1, 1, 0, 0, width];', 'return [0, 1, -1, 0, height, 0];'],
      ['the rotation counts for user space too', "convention.rotation === 'as-displayed' ? page.rotation : 0", 'page.rotation'],
      ['the origin is always at the bottom', '[1, 0, 0, -1, 0, height] : identity', 'identity : identity'],
      ['permille counts the width for both', 'scale(1000 / width, 1000 / height)', 'scale(1000 / width, 1000 / width)'],
      ['the user unit is left out', 'scale(userUnit, userUnit))', 'identity)'],
      ['the corner of the box is left out', 'translate(-box.left, -box.bottom)', 'translate(0, 0)'],
      ['the media box is the crop box', "if (box === 'media') return page.mediaBox;", "if (box === 'media') return page.cropBox;"],
      ['pixels are points', 'scale(dpi / pointsPerInch, dpi / pointsPerInch)', 'identity'],
    ],
  ),
  ...mutantsOf(
    'shared/domain/placement/placement-convert.ts',
    ['test/signing/placement-convert.unit.test.ts'],
    [
      ['the page counts one too many', 'placement.page - 1 + convention.pageBase', 'placement.page + convention.pageBase'],
      ['a thin rectangle at the rim leaves the page', 'b < last ? [a, b + 1] : [a - 1, b]', '[a, b + 1]'],
      ['edges are cut and not rounded', 'Math.round(edge)', 'Math.floor(edge)'],
      ['a unit that is too large is sent', "if (!(first < last)) throw new StationError('placement-no-area');", ''],
    ],
  ),
  ...mutantsOf(
    'shared/domain/placement/placement-rule.ts',
    ['test/signing/placement-rule.unit.test.ts'],
    [
      ['any negative page is the last', 'rule.page === -1 ? pageCount', 'rule.page < 0 ? pageCount'],
      [
        'a rectangle outside the page is sent',
        "if (!isWithin(displayed, displayedSize(page))) return { ok: false, problem: problem('placement-outside-page', { page: number }) };",
        '',
      ],
      ['a rectangle without area is sent', 'rule.width >= thinnest && rule.height >= thinnest', 'rule.width >= 0 && rule.height >= 0'],
      ['from the right, the width is left out', 'size.width - rule.x - rule.width', 'size.width - rule.x'],
      ['the top of the page is its bottom', "anchor === 'top-left' || anchor === 'top-right'", "anchor === 'top-left'"],
    ],
  ),
];
