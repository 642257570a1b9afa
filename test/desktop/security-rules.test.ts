/** The shell's small rules, one by one (main/shell/README.md). */
import { EventEmitter } from 'node:events';
import type { Session, WebContents } from 'electron';
import { describe, expect, test } from 'vitest';
import {
  checkLink,
  denyDownloads,
  denyNavigation,
  describeFault,
  faultWords,
  menuTemplate,
  parseProxy,
  permissionAllowed,
  pickLanguage,
  readArguments,
  requestAllowed,
  unattendedArguments,
} from '../support/doors/desktop.ts';
import { StationError } from '../support/doors/errors.ts';
import { externalLinks } from '../support/doors/shared.ts';

describe('navigation', () => {
  function navigate(event: string, details: object): boolean {
    const contents = new EventEmitter();
    denyNavigation(contents as unknown as WebContents);
    let prevented = false;
    contents.emit(event, { ...details, preventDefault: () => (prevented = true) });
    return !prevented;
  }

  test('only a reload of our page', () => {
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
  ])('not to %s', (url) => {
    expect(navigate('will-navigate', { url })).toBe(false);
    expect(navigate('will-frame-navigate', { url, isMainFrame: true })).toBe(false);
  });

  test('no frame, no redirect, no webview', () => {
    expect(navigate('will-frame-navigate', { url: 'app://station/index.html', isMainFrame: false })).toBe(false);
    expect(navigate('will-redirect', { url: 'app://station/index.html' })).toBe(false);
    expect(navigate('will-attach-webview', {})).toBe(false);
  });
});

test('every permission is denied but writing text to the clipboard, and that to our page only', () => {
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
  expect(all.filter((name) => permissionAllowed(name, 'app://station/index.html'))).toEqual([]);
  expect(permissionAllowed('clipboard-sanitized-write', 'app://station/index.html')).toBe(true);
  expect(permissionAllowed('clipboard-sanitized-write', 'https://example.com/')).toBe(false);
});

test('a download is held back', () => {
  const session = new EventEmitter();
  denyDownloads(session as unknown as Session);
  let prevented = false;
  session.emit('will-download', { preventDefault: () => (prevented = true) });
  expect(prevented).toBe(true);
});

test('the page asks for nothing outside', () => {
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

describe('links', () => {
  test('the list is https throughout', () => {
    expect(externalLinks.length).toBeGreaterThan(0);
    for (const link of externalLinks) {
      expect(new URL(link).protocol).toBe('https:');
      expect(checkLink(link)).toBe(link);
    }
  });

  test.each([
    'https://example.com/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://wiki.archlinux.org/title/GNOME/Keyring',
    `${externalLinks[0]}#x`,
    ` ${externalLinks[0]}`,
    '',
  ])('%s is refused', (url) => {
    expect(() => checkLink(url)).toThrow(expect.objectContaining({ problem: expect.objectContaining({ code: 'link-refused' }) }));
  });
});

test('the packaged menu has no developer tools and no reload', () => {
  const labels = (packaged: boolean) => JSON.stringify(menuTemplate({ language: 'es', command: () => undefined, packaged, mac: true }));
  expect(labels(true)).not.toMatch(/toggleDevTools|"reload"|forceReload/i);
  expect(labels(false)).toMatch(/toggleDevTools/);
});

test('a fault is described without its text and without folders', () => {
  const fault = new RangeError('cannot read /home/maria/contrato de maria.pdf');
  const text = describeFault(fault);
  expect(text).toContain('RangeError');
  expect(text).toMatch(/security-shell\.test\.ts:\d+/);
  expect(text).not.toMatch(/maria|contrato|\//);
  expect(describeFault('secret')).toBe('string');
});

test('what the person reads of a fault: our own problems in their own words, never the text of another error', () => {
  expect(faultWords(new Error('/home/maria'), 'en').message).toContain('Your original documents were not changed');
  const { message } = faultWords(new StationError('data-folder-unusable', { cause: 'EACCES' }), 'en');
  expect(message).toContain('cannot use its data folder. Cause: no permission.');
});

test('language: the first of the system that we have, else Spanish', () => {
  expect(pickLanguage(['en-GB', 'es'])).toBe('en');
  expect(pickLanguage(['fr-FR', 'es_CO', 'en'])).toBe('es');
  expect(pickLanguage(['de'])).toBe('es');
  expect(pickLanguage([])).toBe('es');
});

test('proxy: the first usable entry of a PAC answer', () => {
  expect(parseProxy('DIRECT')).toBeNull();
  expect(parseProxy('PROXY proxy.example:8080; DIRECT')).toBe('http://proxy.example:8080');
  expect(parseProxy('HTTPS proxy.example:8443')).toBe('https://proxy.example:8443');
  expect(parseProxy('SOCKS5 socks.example:1080; PROXY proxy.example:8080')).toBe('http://proxy.example:8080');
  expect(parseProxy('')).toBeNull();
});

describe('arguments', () => {
  test('outside the package the application folder is no document', () => {
    const argv = ['electron', '--inspect=0', '.', '--data-dir=data', 'a.pdf', '/b/c.pdf'];
    expect(readArguments(argv, '/work', false)).toEqual({ dataDir: '/work/data', paths: ['/work/a.pdf', '/b/c.pdf'] });
  });

  test('in the package every plain argument is one, whatever switches Chromium adds', () => {
    expect(readArguments(['station.exe', '--allow-file-access-from-files', 'a.pdf'], '/work', true)).toEqual({
      dataDir: null,
      paths: ['/work/a.pdf'],
    });
  });

  test('unattended mode takes everything after its switch', () => {
    expect(unattendedArguments(['station', '--unattended', 'sign', '--json', 'a.pdf'])).toEqual(['sign', '--json', 'a.pdf']);
    expect(unattendedArguments(['station', 'a.pdf'])).toBeNull();
  });
});
