/** The built application on the Electron host: a child process that we script over its IPC channel, and its page in the worker's browser. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { WebPreferences } from 'electron';
import type { Browser, BrowserContext, Page } from 'playwright/test';
import type { FromHost, Refused, ToHost } from '../electron-host/control.ts';
import { openForHost } from '../electron-host/parent-page.ts';
import { compileCache, repository } from './electron-binary.ts';
import type { LaunchOptions, Opened, Running } from './running.ts';

/** Resolves with the next message of a type; rejects when the host ends. The limit of the test ends what hangs. */
function message<T extends FromHost['type']>(child: ChildProcess, type: T): Promise<Extract<FromHost, { type: T }>> {
  const { promise, resolve, reject } = Promise.withResolvers<Extract<FromHost, { type: T }>>();
  const onMessage = (received: FromHost) => received.type === type && resolve(received as Extract<FromHost, { type: T }>);
  const onExit = () => reject(new Error(`the Electron host ended with code ${child.exitCode}`));
  child.on('message', onMessage).once('exit', onExit);
  return promise.finally(() => child.off('message', onMessage).off('exit', onExit));
}

/**
 * @param browser gives the application a context, which ends with it
 * @param application folder with its package.json
 * @param nodeArgs arguments of its Node; none where its speed is measured
 */
export async function launchHost(
  options: LaunchOptions,
  browser: Browser,
  application: string = repository,
  nodeArgs: readonly string[] = [],
): Promise<Running> {
  const child = fork(join(repository, 'test/electron-host/run.ts'), [application, `--data-dir=${options.dataDir}`, ...options.args], {
    execPath: process.execPath,
    execArgv: [...nodeArgs],
    cwd: repository,
    silent: true,
    serialization: 'advanced',
    env: {
      ...process.env,
      ELECTRON_HOST_BROWSER: 'parent',
      NODE_COMPILE_CACHE: compileCache,
      ...options.env,
    },
  });
  const output: string[] = [];
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.on('data', (bytes: Buffer) => {
      output.push(bytes.toString());
      process[stream].write(bytes);
    });
  }
  const opened: Opened[] = [];
  const notified: string[] = [];
  const refused: Refused[] = [];
  child.on('message', (received: FromHost) => {
    if (received.type === 'notified') notified.push(received.text);
    if (received.type === 'refused') refused.push(received.refused);
    if (received.type === 'opened') opened.push({ kind: received.kind, target: received.target });
  });
  let context: BrowserContext | null = null;
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const gone = ended.finally(() => context?.close().catch(() => undefined)); // a browser that ends has closed it
  const post = async (sent: ToHost) => {
    if (child.connected) child.send(sent);
  };

  const shown = Promise.withResolvers<Page>();
  openForHost(
    child,
    async ({ acceptDownloads }) => {
      const { viewport, deviceScaleFactor, theme: colorScheme } = options;
      context = await browser.newContext({ viewport, deviceScaleFactor, colorScheme, reducedMotion: 'reduce', acceptDownloads });
      return context;
    },
    shown.resolve,
  );

  try {
    await message(child, 'ready');
    const page = await shown.promise;
    return {
      runtime: 'electron-host',
      page,
      dataDir: options.dataDir,
      answerDialog: (paths) => post({ type: 'answer-open', paths: paths === null ? null : [...paths] }),
      answerSave: (path) => post({ type: 'answer-save', path }),
      answerMessage: (button) => post({ type: 'answer-message', button }),
      opened: async () => [...opened],
      notified: async () => [...notified],
      async webPreferences(): Promise<WebPreferences> {
        const answer = message(child, 'web-preferences');
        await post({ type: 'web-preferences' });
        return (await answer).preferences;
      },
      refused: async () => [...refused],
      async askHandlers(url, permissions) {
        const answer = message(child, 'handlers');
        await post({ type: 'ask-handlers', url, permissions });
        return (await answer).answers;
      },
      system: {
        async emit(source, event, detail = {}) {
          const answer = message(child, 'emitted');
          await post({ type: 'emit', source, event, detail });
          return (await answer).prevented;
        },
        async state() {
          const answer = message(child, 'state');
          await post({ type: 'state' });
          return (await answer).state;
        },
        async clickMenu(label) {
          const answer = message(child, 'menu-clicked');
          await post({ type: 'click-menu', label });
          return (await answer).wasThere;
        },
        answerPopup: (label) => post({ type: 'answer-popup', label }),
        async clickNotification() {
          const answer = message(child, 'notification-clicked');
          await post({ type: 'click-notification' });
          return (await answer).wasThere;
        },
        signal: (name) => void child.kill(name),
        output: () => output.join(''),
        ended,
      },
      askToQuit: () => post({ type: 'quit' }),
      async quit() {
        if (child.exitCode === null && child.signalCode === null) {
          await post({ type: 'quit' });
          const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
          const code = await ended.finally(() => clearTimeout(timer));
          if (code === 1) throw new Error('a fault ended the application while it closed');
        }
        await gone;
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}
