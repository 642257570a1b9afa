/**
 * A station that renews its key, or only opens and closes, which ends a renewal that was cut off. Its keychain is the
 * system's (`service`), or the parent's, which lives through every kill as the system's does.
 */
import { createStation } from '../../support/doors/app.ts';
import { type Keychain, systemKeychain } from '../../support/doors/keychain.ts';
import { sameFile } from '../../support/storage/file-identity.ts';

export type ToRenewal =
  | { kind: 'open'; dataDir: string; service: string | null }
  /** Renews the key if so asked, closes and ends. */
  | { kind: 'go'; renew: boolean }
  | { kind: 'answer'; id: number; value: string | null };
export type FromRenewal =
  | { kind: 'ready' }
  | { kind: 'opened' }
  | { kind: 'keychain'; id: number; operation: 'get' | 'set' | 'remove'; account: string; value: string | null };

const say = (message: FromRenewal): void => void process.send?.(message);

const waiting = new Map<number, (value: string | null) => void>();
const ask = (operation: 'get' | 'set' | 'remove', account: string, value: string | null = null): Promise<string | null> => {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const id = waiting.size;
  waiting.set(id, resolve);
  say({ kind: 'keychain', id, operation, account, value });
  return promise;
};
const parentKeychain: Keychain = {
  get: (account) => ask('get', account),
  set: async (account, value) => void (await ask('set', account, value)),
  remove: async (account) => void (await ask('remove', account)),
};

const opening = Promise.withResolvers<Awaited<ReturnType<typeof createStation>>>();
process.on('message', async (message: ToRenewal) => {
  if (message.kind === 'answer') return waiting.get(message.id)?.(message.value);
  if (message.kind === 'open') {
    const { dataDir, service } = message;
    const keychain = service === null ? parentKeychain : systemKeychain(service);
    opening.resolve(await createStation({ dataDir, keychain, fileIdentity: sameFile, sending: 'manual' }));
    return say({ kind: 'opened' });
  }
  const station = await opening.promise;
  if (message.renew) await station.rotateKey();
  await station.close();
  process.exit(0);
});
say({ kind: 'ready' });
