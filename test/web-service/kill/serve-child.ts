/** `serve` as a process of its own on one data folder and always the same port. */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startCli } from '../../support/cli/run-cli.ts';

export type ServeChild = {
  /** It listens; rejects when it ends before. */
  ready: Promise<void>;
  kill(signal: 'SIGKILL' | 'SIGTERM'): void;
  /** Its code, null after a kill, with what it said last and on stderr. */
  gone: Promise<{ code: number | null; last: string; stderr: string }>;
};

export type ServePlace = { home: string; dataDir: string; port: number; watched: string; settings: string; env: Record<string, string> };

export function startServe({ home, dataDir, port, watched, settings, env }: ServePlace): ServeChild {
  const options = ['--data-dir', dataDir, '--port', String(port), '--publish', watched, '--settings-file', settings];
  const child = startCli(['serve', ...options], home, env);
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => undefined);
  let last = '';
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => {
      last = line;
      if (line.startsWith('{"url"')) ready.resolve();
    });
  const gone = once(child, 'close').then(([code]) => ({ code: code as number | null, last, stderr }));
  void gone.then(({ code }) => ready.reject(new Error(`serve ended with code ${code}`)));
  return { ready: ready.promise, kill: (signal) => void child.kill(signal), gone };
}
