/** A station as a process of its own, on a data folder that it has again after it was killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import type { PublicationKey } from '../../../shared/domain/web-service/web-service.ts';
import { closing } from '../../support/closing.ts';
import { createStation } from '../../support/doors/app.ts';
import { memoryKeychain } from '../../support/doors/keychain.ts';
import { compileCache, program } from '../../support/runner/programs.ts';

/** Opens a visit with this transaction number, or publishes a document. */
export type StationOrder = { number: number } & ({ visit: string } | { document: string; key: PublicationKey });
type WithoutNumber<Order> = Order extends unknown ? Omit<Order, 'number'> : never;

export type StationProcess = {
  readonly child: ChildProcess;
  /** Resolves when the order is stored; false when the station was killed before it said so. */
  order(order: WithoutNumber<StationOrder>): Promise<boolean>;
  kill(): Promise<void>;
  /** Ends it orderly. @returns its exit code and signal */
  stop(): Promise<unknown[]>;
};

/** @param code for an enrolment; empty for none. Resolves when the station is enrolled, or was killed. @throws Error when it failed */
export async function startStationProcess(folder: string, address: string, code: string): Promise<StationProcess> {
  const child = spawn(process.execPath, [program('hub-station-child'), folder, address, code], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...compileCache },
  });
  const closed = once(child, 'close');
  // It was killed.
  child.stdin.on('error', () => undefined);
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout });
  await Promise.race([once(lines, 'line'), closed]);
  if (child.exitCode) throw new Error(`the station ended with ${child.exitCode}`);

  const stored = new Map<number, () => void>();
  lines.on('line', (line) => stored.get(Number(line))?.());
  let orders = 0;
  return {
    child,
    order(order) {
      const number = ++orders;
      const done = new Promise<boolean>((resolve) => stored.set(number, () => resolve(true)));
      child.stdin.write(`${JSON.stringify({ number, ...order })}\n`);
      return Promise.race([done, closed.then(() => false)]);
    },
    async kill() {
      child.kill('SIGKILL');
      await closed;
    },
    stop() {
      child.stdin.end();
      return closed;
    },
  };
}

/** Opens the data of a station whose process has ended. It does not connect to the hub. */
export async function openStationOf(folder: string) {
  return closing(
    await createStation({
      dataDir: join(folder, 'data'),
      vaultKey: Buffer.alloc(32, 7),
      keychain: memoryKeychain(),
      provider: { kind: 'stored' },
      sending: 'manual',
    }),
  );
}
