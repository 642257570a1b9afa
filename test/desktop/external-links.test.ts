/** Links that lead out of the application: from a match, to a web page, and without credentials. */
import { shell } from 'electron';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openMatchLink } from '../support/doors/desktop.ts';
import { bareMatch } from '../support/screening/bare-match.ts';

describe('opening', () => {
  function opened() {
    const open = vi.spyOn(shell, 'openExternal').mockResolvedValue();
    onTestFinished(() => open.mockRestore());
    return () => open.mock.calls.map(([url]) => url);
  }
  const refused = expect.objectContaining({ problem: expect.objectContaining({ code: 'link-refused' }) });
  const matchOf = (url: string | null) => bareMatch({ number: 1, reasons: [], url });
  const openMatch = (url: string) => openMatchLink(url, [matchOf('https://other.example/'), matchOf(url)]);

  test.each(['https://lists.example/entry?id=1#a', 'http://lists.example/entry', 'HTTPS://lists.example/'])(
    'of a match: %s is opened',
    async (url) => {
      const urls = opened();
      await openMatch(url);
      expect(urls()).toEqual([new URL(url).href]);
    },
  );

  test.each([
    ['a user and a password', 'https://user:secret@lists.example/'],
    ['a user alone', 'https://user@lists.example/'],
    ['a password alone', 'https://:secret@lists.example/'],
    ['what looks like another address', 'https://lists.example@evil.example/'],
    ['credentials over http', 'http://user:secret@lists.example/'],
    ['a script', 'javascript:alert(1)'],
    ['a script between https', 'javascript:"https://lists.example/"'],
    ['a file', 'file:///etc/passwd'],
    ['a share', 'smb://server/share'],
    ['FTP', 'ftp://lists.example/'],
    ['data', 'data:text/html,x'],
    ['mail', 'mailto:a@lists.example'],
    ['our own page', 'app://station/index.html'],
    ['a scheme that only begins like one', 'httpsx://lists.example/'],
    ['a scheme that only ends like one', 'xhttp://lists.example/'],
    ['a program', 'ms-msdt:/id'],
    ['no address', 'lists.example'],
    ['nothing', ''],
  ])('%s of a match is refused', async (_what, url) => {
    const urls = opened();
    await expect(openMatch(url)).rejects.toEqual(refused);
    expect(urls()).toEqual([]);
  });

  test('a link of no match is refused', async () => {
    const urls = opened();
    for (const url of ['https://other.example/x', 'https://other.example', 'https://OTHER.example/', ''])
      await expect(openMatchLink(url, [matchOf('https://other.example/'), matchOf(null)])).rejects.toEqual(refused);
    await expect(openMatchLink('https://other.example/', [])).rejects.toEqual(refused);
    expect(urls()).toEqual([]);
  });
});
