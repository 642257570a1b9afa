/** The Electron host is never kinder than Electron: what it refuses before and after `ready`, and what it loses. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { collect } from '../support/cli/run-cli.ts';
import { tempDir } from '../support/temp-dir.ts';

const host = join(import.meta.dirname, '../electron-host/run.ts');

/** Runs an application on the host; its messages go to the test. */
async function running(main: string, folder?: string) {
  const place = folder ?? (await tempDir());
  await mkdir(place, { recursive: true });
  await writeFile(join(place, 'package.json'), JSON.stringify({ name: 'tried', version: '1.0.0', type: 'module', main: 'main.js' }));
  await writeFile(join(place, 'main.js'), main);
  const child = fork(host, [place, 'one.pdf', '--a-switch'], { execArgv: [], silent: true });
  const output = collect(child);
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = () =>
    output()
      .stdout.split('\n')
      .filter((line) => line !== '');
  return { child, lines, output, ended: once(child, 'exit') as Promise<[number | null, string | null]> };
}

const refusing = `
  const refused = [];
  const attempt = (name, work) => { try { work(); } catch { refused.push(name); } };
`;

test('what Electron has only once it is ready throws before, and what it reads before that throws afterwards', async () => {
  const { lines, ended, output } = await running(`
    import { app, BrowserWindow, net, protocol, session } from 'electron';
    ${refusing}
    attempt('window', () => new BrowserWindow());
    attempt('session', () => session.fromPartition('x'));
    attempt('default session', () => session.defaultSession);
    attempt('net', () => net.request('http://127.0.0.1:9'));
    attempt('handle', () => protocol.handle('app', () => new Response()));
    attempt('privileged', () => protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]));
    attempt('sandbox', () => app.enableSandbox());
    attempt('switch', () => app.commandLine.appendSwitch('x'));
    console.log('before ' + refused.splice(0).join(', '));
    app.whenReady().then(() => {
      attempt('session', () => session.fromPartition('x'));
      attempt('handle', () => protocol.handle('app', () => new Response()));
      attempt('handle of a scheme that was not registered', () => protocol.handle('other', () => new Response()));
      attempt('privileged', () => protocol.registerSchemesAsPrivileged([]));
      attempt('sandbox', () => app.enableSandbox());
      attempt('switch', () => app.commandLine.appendSwitch('x'));
      console.log('after ' + refused.join(', '));
      console.log('packaged ' + app.isPackaged);
      app.exit(7);
    });
  `);
  expect(await ended, output().stderr).toEqual([7, null]);
  expect(lines()).toEqual([
    'before window, session, default session, net, handle',
    'after handle of a scheme that was not registered, privileged, sandbox, switch',
    'packaged false',
  ]);
});

test('a folder in `resources` is packaged, and is not among the arguments', async () => {
  const { lines, ended } = await running(
    `import { app } from 'electron';
     console.log(JSON.stringify([app.isPackaged, process.argv.slice(1)]));
     app.exit(0);`,
    join(await tempDir(), 'resources', 'app'),
  );
  expect(await ended).toEqual([0, null]);
  expect(lines()).toEqual([JSON.stringify([true, ['one.pdf', '--a-switch']])]);
});

test('a signal goes through `before-quit`, which can be prevented; listeners from before `ready` are replaced', async () => {
  const { child, lines, ended } = await running(`
    import { app } from 'electron';
    process.on('SIGTERM', () => console.log('early listener'));
    let asked = 0;
    app.on('before-quit', (event) => {
      console.log('before-quit');
      if (asked++ === 0) event.preventDefault();
    });
    app.on('will-quit', () => console.log('will-quit'));
    setInterval(() => undefined, 1000);
    app.whenReady().then(() => setTimeout(() => console.log('ready'), 50));
  `);
  await expect.poll(lines).toEqual(['ready']);
  child.kill('SIGTERM');
  await expect.poll(lines).toEqual(['ready', 'before-quit']);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(lines()).toEqual(['ready', 'before-quit', 'before-quit', 'will-quit']);
});

test.each([
  ['that the application holds gets its click', 'globalThis.held = made;', true],
  ['that nothing refers to loses it', '', false],
])('a notification %s', async (_, hold, wasThere) => {
  const { child } = await running(`
    import { app, Notification } from 'electron';
    setInterval(() => undefined, 1000);
    app.whenReady().then(() => {
      const made = new Notification({ title: 'a', body: 'b' });
      ${hold}
      made.show();
    });
  `);
  const message = async (type: string) => {
    for (;;) {
      const [received] = (await once(child, 'message')) as [{ type: string; wasThere?: boolean }];
      if (received.type === type) return received;
    }
  };
  await message('notified');
  const clicked = message('notification-clicked');
  child.send({ type: 'click-notification' });
  expect(await clicked).toEqual({ type: 'notification-clicked', wasThere });
});
