/** A child that the parent can kill: all its messages from before the kill are received. */
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import type { Command, StationReport } from '../../signing/kill/protocol.ts';
import { nodeFlags } from '../runner/node-flags.ts';

/** `T`: its messages, besides that it is ready; `C`: its commands. */
export type StationProcess<T = StationReport, C = Command> = {
  /** Loaded, and waiting for `go`. */
  ready: Promise<void>;
  heard: EventEmitter<{ report: [T] }>;
  send(command: C): void;
  kill(): void;
  /** Resolves when it has ended and all its messages were received; null after a kill. */
  gone: Promise<number | null>;
};

/** @param program path of the child's bundle @param env added to this process's environment */
export function startChild<T = StationReport, C = Command>(
  vaultKey: Buffer,
  program: string,
  env: Record<string, string> = {},
): StationProcess<T, C> {
  const child = spawn(process.execPath, [...nodeFlags, program], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, STATION_VAULT_KEY: vaultKey.toString('base64'), ...env },
  });
  const heard: StationProcess<T, C>['heard'] = new EventEmitter();
  const ready = Promise.withResolvers<void>();
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (text + chunk).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      const report: T | { kind: 'ready' } = JSON.parse(line);
      if (Object(report).kind === 'ready') ready.resolve();
      else heard.emit('report', report as T);
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
    send: (command) => void child.stdin.write(`${JSON.stringify(command)}\n`),
    kill: () => void child.kill('SIGKILL'),
    gone,
  };
}
