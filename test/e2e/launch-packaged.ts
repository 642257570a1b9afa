/** A packaged or installed application: its fuses let no debugger into main, so only its page is reached, over Chromium's own port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { chromium, type Page } from 'playwright/test';

export type PackagedStation = {
  page: Page;
  /** Starts the application again on the same data; resolves to its exit code. */
  startAgain(paths: readonly string[]): Promise<number | null>;
  /** Ends it as the system does, or by its window where there are no signals; resolves to the exit code. */
  end(): Promise<number | null>;
};

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Chromium refuses its sandbox to root (containers), and only then is it off. */
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

const codeOf = (child: ChildProcess): Promise<number | null> => once(child, 'exit').then(([code]) => code as number | null);

/** @param executable of the packed tree or of the installation */
export async function launchPackaged(executable: string, dataDir: string, paths: readonly string[]): Promise<PackagedStation> {
  const common = [...asRoot, `--data-dir=${dataDir}`];
  const port = await freePort();
  const env = { ...process.env, STATION_ALLOW_DEBUGGING: '1' };
  const child = spawn(executable, [...common, `--remote-debugging-port=${port}`, ...paths], { stdio: 'inherit', env });
  const ended = codeOf(child);
  const page = await findPage(port, ended);
  return {
    page,
    startAgain: (more) => codeOf(spawn(executable, [...common, ...more], { stdio: 'inherit' })),
    async end() {
      if (process.platform === 'win32') await page.evaluate(() => window.close()).catch(() => undefined);
      else child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Waits for the debugging port and the page. @throws when the application ends before */
async function findPage(port: number, ended: Promise<number | null>): Promise<Page> {
  let code: number | null | undefined;
  void ended.then((value) => {
    code = value;
  });
  for (;;) {
    if (code !== undefined) throw new Error(`the application ended with code ${code}`);
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`).catch(() => null);
    const page = browser?.contexts().flatMap((context) => context.pages())[0];
    if (page?.url().startsWith('app://')) return page;
    await browser?.close().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
