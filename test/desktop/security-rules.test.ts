/** The shell's small rules, one by one (main/desktop/README.md). */
import { EventEmitter } from 'node:events';
import { BrowserWindow, type ContextMenuParams, type Session, session, type WebContents } from 'electron';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { emitApp } from '../electron-host/app.ts';
import { rules } from '../electron-host/session.ts';
import {
  contextMenuTemplate,
  denyDownloads,
  denyNavigation,
  denyNewWindows,
  denyPermissions,
  endOnFaults,
  faultWords,
  gatherPaths,
  keepCertificateErrors,
  limitNetwork,
  listSeparatorOf,
  menuTemplate,
  parseProxies,
  permissionAllowed,
  pickLanguage,
  readArguments,
  requestAllowed,
  unattendedArguments,
} from '../support/doors/desktop.ts';
import { StationError } from '../support/doors/errors.ts';
import { faultText, noLog } from '../support/doors/log.ts';

const noRecent = { recent: [], openRecent: () => undefined };

describe('navigation', () => {
  function navigate(event: string, details: object): boolean {
    const contents = new EventEmitter();
    denyNavigation(contents as unknown as WebContents);
    let prevented = false;
    contents.emit(event, { ...details, preventDefault: () => (prevented = true) });
    return !prevented;
  }

  test('allows a reload of our page', () => {
    expect(navigate('will-navigate', { url: 'app://station/index.html' })).toBe(true);
    expect(navigate('will-frame-navigate', { url: 'app://station/index.html', isMainFrame: true })).toBe(true);
  });

  test.each([
    'https://example.com/',
    'app://station/documents/1',
    'app://other/index.html',
    'about:blank',
    'data:text/html,x',
    'javascript:1',
  ])('to %s is denied', (url) => {
    expect(navigate('will-navigate', { url })).toBe(false);
    expect(navigate('will-frame-navigate', { url, isMainFrame: true })).toBe(false);
  });

  test('of a frame, by redirect or in a webview is denied', () => {
    expect(navigate('will-frame-navigate', { url: 'app://station/index.html', isMainFrame: false })).toBe(false);
    expect(navigate('will-redirect', { url: 'app://station/index.html' })).toBe(false);
    expect(navigate('will-attach-webview', {})).toBe(false);
  });
});

describe('permission handlers of the session', () => {
  const all = [
    'media',
    'geolocation',
    'notifications',
    'midi',
    'midiSysex',
    'pointerLock',
    'fullscreen',
    'openExternal',
    'clipboard-read',
    'display-capture',
    'hid',
    'serial',
    'usb',
    'unknown',
  ];
  const copying = 'clipboard-sanitized-write';
  const ownPage = 'app://station/index.html';
  type Asked = { permission: string; url?: string; isMainFrame?: boolean };

  function handlers() {
    const own = session.fromPartition('test');
    const devices = vi.spyOn(own, 'setDevicePermissionHandler');
    denyPermissions(own);
    const { permissionRequest, permissionCheck } = rules;
    const device = devices.mock.lastCall?.[0];
    if (permissionRequest === null || permissionCheck === null || !device) throw new Error('a handler is missing');
    const contents = {} as WebContents;
    return {
      device,
      request({ permission, url = ownPage, isMainFrame = true }: Asked): boolean[] {
        const answers: boolean[] = [];
        permissionRequest(contents, permission as never, (granted) => answers.push(granted), { isMainFrame, requestingUrl: url } as never);
        return answers;
      },
      check: ({ permission, url = ownPage, isMainFrame = true }: Asked): boolean =>
        permissionCheck(contents, permission as never, url, { isMainFrame, requestingUrl: url } as never),
    };
  }

  test.each(all)('%s is refused on request and on check, even to our page', (permission) => {
    const { request, check } = handlers();
    for (const isMainFrame of [true, false]) {
      expect(request({ permission, isMainFrame })).toEqual([false]);
      expect(check({ permission, isMainFrame })).toBe(false);
    }
    expect(permissionAllowed(permission, ownPage)).toBe(false);
  });

  test('writing text to the clipboard is allowed to the main frame of our page only', () => {
    const { request, check } = handlers();
    expect(request({ permission: copying })).toEqual([true]);
    expect(check({ permission: copying })).toBe(true);
    const others: Asked[] = [
      { permission: copying, isMainFrame: false },
      ...['https://example.com/', 'app://other/index.html', 'file:///index.html', ''].map((url) => ({ permission: copying, url })),
    ];
    for (const asked of others) expect([asked, request(asked), check(asked)]).toEqual([asked, [false], false]);
  });

  test('no device is granted', () => {
    const { device } = handlers();
    for (const deviceType of ['hid', 'serial', 'usb'] as const)
      expect(device({ deviceType, origin: 'app://station', device: {} } as never)).toBe(false);
  });
});

test('no window is opened, whatever its address', () => {
  // It loads nothing, so that no browser is started; the host would end with its last window.
  const window = new BrowserWindow({ show: false });
  denyNewWindows(window.webContents);
  for (const url of ['https://example.com/', 'app://station/index.html', 'about:blank', ''])
    expect(rules.openWindow?.({ url, frameName: '', features: '', disposition: 'new-window' } as never)).toEqual({ action: 'deny' });
});

test('a certificate that the browser rejects is rejected', () => {
  keepCertificateErrors();
  const answers: boolean[] = [];
  const event = { preventDefault: vi.fn() };
  emitApp('certificate-error', event, {}, 'https://127.0.0.1/', 'net::ERR_CERT_AUTHORITY_INVALID', {}, (trusted: boolean) =>
    answers.push(trusted),
  );
  expect(answers).toEqual([false]);
  expect(event.preventDefault).toHaveBeenCalledOnce();
});

test('a server that asks for a certificate of the person gets none', () => {
  limitNetwork();
  const answer = vi.fn();
  const event = { preventDefault: vi.fn() };
  emitApp('select-client-certificate', event, null, 'api.example:443', [{ subjectName: 'Ana' }], answer);
  expect(answer.mock.calls).toEqual([[]]);
  expect(event.preventDefault).toHaveBeenCalledOnce();
});

test('a download is cancelled', () => {
  const session = new EventEmitter();
  denyDownloads(session as unknown as Session);
  let prevented = false;
  session.emit('will-download', { preventDefault: () => (prevented = true) });
  expect(prevented).toBe(true);
});

test('the page cannot request anything outside', () => {
  const refused = [
    'https://example.com/',
    'http://127.0.0.1/',
    'ws://example.com/',
    'wss://example.com/',
    'file:///etc/passwd',
    'ftp://x/',
    'app://other/',
    'chrome://gpu',
  ];
  expect(refused.filter(requestAllowed)).toEqual([]);
  expect(['app://station/index.html', 'blob:app://station/1', 'data:image/png;base64,AA'].every(requestAllowed)).toBe(true);
});

test('the packaged menu has no developer tools and no reload', () => {
  const labels = (packaged: boolean) =>
    JSON.stringify(menuTemplate({ language: 'es', command: () => undefined, ...noRecent, packaged, mac: true }));
  expect(labels(true)).not.toMatch(/toggleDevTools|"reload"|forceReload/i);
  expect(labels(false)).toMatch(/toggleDevTools/);
});

test('the menu of macOS has the roles that its users expect; other systems have none of them', () => {
  const roles = (mac: boolean) =>
    [
      ...JSON.stringify(menuTemplate({ language: 'es', command: () => undefined, ...noRecent, packaged: true, mac })).matchAll(
        /"role":"(\w+)"/g,
      ),
    ].map(([, role]) => role);
  const ofMac = ['hide', 'hideOthers', 'unhide', 'close', 'zoom', 'front'];
  expect(roles(true)).toEqual(expect.arrayContaining([...ofMac, 'quit', 'minimize', 'window']));
  expect(roles(false).filter((role) => ofMac.includes(role ?? ''))).toEqual([]);
});

test('the menu of text looks a selection up on macOS only, and is empty where there is nothing to do', () => {
  const editFlags = { canCut: true, canCopy: true, canPaste: true, canSelectAll: true } as ContextMenuParams['editFlags'];
  const roles = (selectionText: string, isEditable: boolean, mac: boolean) =>
    contextMenuTemplate({ selectionText, isEditable, editFlags }, 'es', mac).flatMap(({ role, id }) => role ?? id ?? []);
  expect(roles('Ana', false, true)).toEqual(['look-up', 'copy']);
  expect(roles('Ana', false, false)).toEqual(['copy']);
  expect(roles(' ', false, true)).toEqual([]);
  expect(roles('', true, true)).toEqual(['cut', 'copy', 'paste', 'selectAll']);
});

test('an error is described without its text and without folders', () => {
  const fault = new RangeError('cannot read /home/maria/contrato de maria.pdf');
  const text = faultText(fault);
  expect(text).toContain('RangeError');
  expect(text).toMatch(/security-rules\.test\.ts:\d+/);
  expect(text).not.toMatch(/maria|contrato|\//);
  expect(faultText('secret')).toBe('fault: other');
});

test('the person reads our own problems in full and never the text of another error', () => {
  expect(faultWords(new Error('/home/maria'), 'en').message).toContain('Your original documents were not changed');
  const { message } = faultWords(new StationError('data-folder-unusable', { cause: 'EACCES' }), 'en');
  expect(message).toContain('cannot use its data folder. Cause: no permission.');
  const damaged = faultWords(new StationError('database-unreadable'), 'en');
  expect(damaged).toEqual({ title: 'The station closed', message: expect.stringContaining('open it again') });
});

test('a CSV has the separator of Excel in the region of the system', () => {
  const separators = ['CO', 'AR', 'CL', 'EC', 'BR', 'ES', 'MX', 'PE', 'GT', 'US', '', 'x', '419'].map(listSeparatorOf).join(' ');
  expect(separators).toBe('; ; ; ; ; ; , , , , , , ,');
});

test('the language is the first of the system that is supported, else Spanish', () => {
  expect(pickLanguage(['en-GB', 'es'])).toBe('en');
  expect(pickLanguage(['fr-FR', 'es_CO', 'en'])).toBe('es');
  expect(pickLanguage(['de-DE', 'pt-BR'])).toBe('pt');
  expect(pickLanguage(['de'])).toBe('es');
  expect(pickLanguage([])).toBe('es');
});

test('the proxies of a PAC answer are all its entries that the station knows, in their order', () => {
  expect(parseProxies('DIRECT')).toEqual([null]);
  expect(parseProxies('PROXY proxy.example:8080; DIRECT')).toEqual(['http://proxy.example:8080', null]);
  expect(parseProxies('HTTPS proxy.example:8443;proxy one.example:80')).toEqual(['https://proxy.example:8443', 'http://one.example:80']);
  expect(parseProxies('SOCKS5 socks.example:1080; SOCKS old.example:1080')).toEqual([
    'socks5://socks.example:1080',
    'socks5://old.example:1080',
  ]);
  expect(parseProxies('QUIC proxy.example:443; SOCKS4 old.example:1080; PROXY')).toEqual([]);
  expect(parseProxies('')).toEqual([]);
});

test('a pipe to a program that has ended does not end the station, when Electron writes into it', () => {
  // The faults of this process stay those of the tests.
  vi.spyOn(process, 'on').mockReturnThis();
  onTestFinished(() => void vi.restoreAllMocks());
  const streams = [process.stdout, process.stderr];
  const before = streams.flatMap((stream) => stream.listeners('error'));
  endOnFaults(() => 'en', noLog);
  for (const stream of streams) {
    const [added, ...more] = stream.listeners('error').filter((one) => !before.includes(one)) as (() => void)[];
    expect([typeof added, more]).toEqual(['function', []]);
    stream.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    if (added) stream.off('error', added);
  }
});

describe('arguments', () => {
  test('outside the package the application folder is not a document', () => {
    const argv = ['electron', '--inspect=0', '.', '--data-dir=data', 'a.pdf', '/b/c.pdf'];
    expect(readArguments(argv, '/work', false)).toEqual({ dataDir: '/work/data', paths: ['/work/a.pdf', '/b/c.pdf'] });
  });

  test('in the package every plain argument is a document, whatever switches Chromium adds', () => {
    expect(readArguments(['station.exe', '--allow-file-access-from-files', 'a.pdf'], '/work', true)).toEqual({
      dataDir: null,
      paths: ['/work/a.pdf'],
    });
  });

  test('unattended mode gets everything after its switch', () => {
    expect(unattendedArguments(['station', '--unattended', 'sign', '--json', 'a.pdf'])).toEqual(['sign', '--json', 'a.pdf']);
    expect(unattendedArguments(['station', 'a.pdf'])).toBeNull();
    expect(unattendedArguments(['station', '--unattended', 'sign', '--', '--unattended'])).toEqual(['sign', '--', '--unattended']);
    expect(unattendedArguments(['station', '--', '--unattended'])).toBeNull();
  });

  test('files that the system hands over one by one are opened together, in their order', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const opened: string[][] = [];
    const gather = gatherPaths((paths) => void opened.push(paths));
    for (const path of ['/b.pdf', '/a.pdf', '/c.pdf']) {
      gather([path]);
      vi.advanceTimersByTime(150);
    }
    // A start without a file brings the window to the front, and opens nothing.
    gather([]);
    expect(opened).toEqual([]);
    vi.advanceTimersByTime(50);
    gather(['/d.pdf', '/e.pdf']);
    vi.runAllTimers();
    expect(opened).toEqual([
      ['/b.pdf', '/a.pdf', '/c.pdf'],
      ['/d.pdf', '/e.pdf'],
    ]);
  });
});
