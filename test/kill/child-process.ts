/** A child under the parent's hand: what it said before it was killed is heard to the end. */
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import type { Command, Told } from './protocol.ts';

export type StationProcess = {
  /** Loaded, and waiting for `go`. */
  ready: Promise<void>;
  heard: EventEmitter<{ told: [Told] }>;
  tell(command: Command): void;
  kill(): void;
  /** Resolves when it is gone and everything that it said was heard; null after a kill. */
  gone: Promise<number | null>;
};

export function startChild(vaultKey: Buffer): StationProcess {
  const child = spawn(process.execPath, [new URL('./child.ts', import.meta.url).pathname], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, STATION_VAULT_KEY: vaultKey.toString('base64') },
  });
  const heard: StationProcess['heard'] = new EventEmitter();
  const ready = Promise.withResolvers<void>();
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (text + chunk).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      const told: Told = JSON.parse(line);
      if (told.kind === 'ready') ready.resolve();
      else heard.emit('told', told);
    }
  });
  // It may be killed with a command half-written.
  child.stdin.on('error', () => undefined);
  const gone = once(child, 'close').then(([code]) => code as number | null);
  void gone.then((code) => ready.reject(new Error(`the child ended with code ${code}`)));
  ready.promise.catch(() => undefined);
  return {
    ready: ready.promise,
    heard,
    tell: (command) => void child.stdin.write(`${JSON.stringify(command)}\n`),
    kill: () => void child.kill('SIGKILL'),
    gone,
  };
}
