/** Runs the whole web service in a separate process, to be abused; and checks afterwards that it is alive and correct. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { temporaryFolder } from '../pdf/pdfs.ts';
import { program } from '../runner/programs.ts';
import type { AbusedMemory, AbusedStart, AbusedState } from './abused-service-process.ts';
import { request } from './raw-calls.ts';

export type AbusedService = {
  url: string;
  token: string;
  user: AbusedStart['user'];
  state(): Promise<AbusedState>;
  memory(): Promise<AbusedMemory>;
  /** Removes the quarantined bodies, as a person does before their number reaches its limit. */
  emptyQuarantine(): Promise<AbusedState>;
  /** A proper request of the documents endpoint, with the token. */
  documents(body: string | Uint8Array, headers?: Record<string, string>): Buffer;
  /** Checks that the token is valid, a push is stored, only the right document is fetched, and the process is the same one. */
  expectRight(): Promise<void>;
  /** A call as a well-behaved client makes it. */
  post(path: string, body: string, headers?: Record<string, string>): Promise<Response>;
  /** Stops it as a service is stopped. Rejects when it does not exit cleanly. */
  close(): Promise<void>;
};

/** Identifications for which the small and the large document are published. */
export const small = '1020304050';
export const large = '5040302010';
export const documentsPath = '/api/Integration/Documents';
export const json = { 'content-type': 'application/json' };
export const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Low limits that bodies and headers soon reach. */
export const soonTooMuch = {
  settings: { bodyMiB: 2 },
  limits: { headers: 4_000, request: 4_000, check: 100, unwanted: { bytes: 16 * 1024 * 1024, time: 300 } },
};

export async function openAbusedService(part: Partial<Pick<AbusedStart, 'settings' | 'limits'>> = {}): Promise<AbusedService> {
  const { folder, remove } = await temporaryFolder();
  const [dataDir, accessDir, files] = [join(folder, 'data'), join(folder, 'access'), join(folder, 'files')];
  mkdirSync(files);
  const user = { username: 'provider', password: 'a long enough password' };
  const published = { [small]: 10_000, [large]: 12 * 1024 * 1024 };
  const start: AbusedStart = { dataDir, accessDir, folder: files, user, settings: {}, limits: {}, published, ...part };
  const child: ChildProcess = fork(program('abused-service-process'), [JSON.stringify(start)], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const gone = once(child, 'exit').then(([code, signal]) => `the service ended: ${code ?? signal}`);
  const said = async (): Promise<unknown> => {
    const message = await Promise.race([once(child, 'message'), gone]);
    if (typeof message === 'string') throw new Error(message);
    return message[0];
  };
  const url = (await said()) as string;
  // One request at a time.
  let turn: Promise<unknown> = Promise.resolve();
  const asked = <T>(what: 'state' | 'memory' | 'empty-quarantine'): Promise<T> => {
    const answer = turn.then(() => {
      const next = said();
      child.send(what);
      return next;
    });
    turn = answer;
    return answer as Promise<T>;
  };

  const post: AbusedService['post'] = (path, body, headers = {}) => fetch(`${url}${path}`, { method: 'POST', body, headers });
  const issued = await post('/api/token', new URLSearchParams({ grant_type: 'password', ...user }).toString(), form);
  const { access_token: token } = (await issued.json()) as { access_token: string };
  const authorization = { authorization: `Bearer ${token}` };
  const ask = (body: unknown) => post(documentsPath, JSON.stringify(body), { ...json, ...authorization });

  return {
    url,
    token,
    user,
    post,
    documents: (body, headers = {}) => request({ path: documentsPath, headers: { ...json, ...authorization, ...headers }, body }),
    state: () => asked<AbusedState>('state'),
    memory: () => asked<AbusedMemory>('memory'),
    emptyQuarantine: () => asked<AbusedState>('empty-quarantine'),
    async expectRight() {
      expect(child.exitCode).toBeNull();
      expect(await (await fetch(`${url}/health`)).json()).toEqual({ alive: true });
      const pushed = await ask({ Uid: crypto.randomUUID(), IdNumber: '77', FirstName: 'Persona' });
      expect(pushed.status).toBe(200);
      const fetched = await ask({ JsonTransaction: { IdNumber: small } });
      expect(fetched.status).toBe(200);
      expect(await fetched.json()).toEqual([readFileSync(join(files, `${small}.pdf`)).toString('base64')]);
      expect(await (await ask({ JsonTransaction: { IdNumber: '999' } })).json()).toEqual([]);
      expect((await post(documentsPath, '{}', { ...json, authorization: `Bearer ${token.slice(1)}` })).status).toBe(401);
    },
    async close() {
      if (child.exitCode === null) child.send('end');
      const how = await gone;
      await remove();
      if (how !== 'the service ended: 0') throw new Error(how);
    },
  };
}
