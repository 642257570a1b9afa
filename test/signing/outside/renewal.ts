/** A data folder with something of each kind that is encrypted, and key rotations that are killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type DiskShim, prepareDiskShim } from '../../support/disk-shim/disk-shim.ts';
import { createStation } from '../../support/doors/app.ts';
import { profileSchema } from '../../support/doors/domain.ts';
import { type Keychain, memoryKeychain } from '../../support/doors/keychain.ts';
import { openEncryptedStore, openSettingsDatabase } from '../../support/doors/storage.ts';
import { plainPdf, writeFile } from '../../support/pdf/pdfs.ts';
import { program } from '../../support/runner/programs.ts';
import { sameFile } from '../../support/storage/file-identity.ts';
import type { FromRenewal, ToRenewal } from './renewal-child.ts';

const profile = profileSchema.parse({
  name: 'Nobody answers',
  signing: {
    authUrl: 'http://127.0.0.1:9',
    baseUrl: 'http://127.0.0.1:9',
    clientId: 'c',
    accountId: 'a',
    projectId: 'p',
    tokenLifetimeUnit: 'seconds',
  },
});

/** In place of the system's keychain: it outlives the station, and its entries are the parent's to look at. */
export type KeychainOfTest = { service: string; keychain: Keychain } | ParentKeychain;
export type ParentKeychain = { service: null; keychain: Keychain; entries: Map<string, string> };

export function keychainOfParent(entries = new Map<string, string>()): ParentKeychain {
  return { service: null, keychain: memoryKeychain(entries), entries };
}

/** Three documents that wait, two records with a long text each, and two visits with a note. */
export async function fillDataFolder(root: string, dataDir: string, { keychain }: KeychainOfTest): Promise<void> {
  const secrets = { clientSecret: 's' };
  const station = await createStation({
    dataDir,
    keychain,
    fileIdentity: sameFile,
    provider: { kind: 'external', profile, secrets },
    sending: 'manual',
  });
  try {
    const paths = await Promise.all(
      ['a', 'b', 'c'].map(async (name, n) => writeFile(root, `${name}.pdf`, await plainPdf(1 + 20 * n, name))),
    );
    const { ids } = await station.documents.open(paths);
    const { batchId } = await station.signing.send({
      documents: ids.map((documentId) => ({
        documentId,
        clientInfo: 'TX-1',
        reference: documentId,
        placement: { page: 1, anchor: 'bottom-left', x: 360, y: 40, width: 200, height: 60 },
      })),
    });
    if (batchId === null) throw new Error('the documents were not queued');
    for (const Uid of ['one', 'two']) {
      const record = { Uid, TransactionId: `TX-${Uid}`, FirstName: 'ANA', Extras: { Long: 'QUJD'.repeat(8_000) } };
      await station.inbox.ingestPush(Buffer.from(JSON.stringify(record)), 'provider');
      const { id } = station.visits.create({ name: Uid, identification: '', transaction: '' });
      station.visits.note(id, `a note on ${Uid}`);
    }
  } finally {
    await station.close();
  }
}

export type Moment =
  /** In place of a step on the disk, counted from when the station is open (renewal), or from its start. */
  | { kind: 'step'; step: number }
  /** Before or after the keychain has done the n-th thing that changes it. */
  | { kind: 'keychain'; change: number; when: 'before' | 'after' };

export type Renewal = {
  dataDir: string;
  keys: KeychainOfTest;
  scratch: string;
  /** `renew`: by a person; `open`: the next start, which ends one that was cut off. */
  what: 'renew' | 'open';
  /** Null to let it end. */
  moment: Moment | null;
};

export type Killed = { met: boolean; steps: number; changes: number; shim: DiskShim };

/** One process, to its end or to the moment. `steps`, `changes`: on the disk and in the keychain. */
export async function runProcess({ dataDir, keys, scratch, what, moment }: Renewal): Promise<Killed> {
  const shim = await prepareDiskShim({
    roots: [dataDir],
    scratch,
    waits: what === 'renew',
    ...(moment?.kind === 'step' && { killAt: moment.step }),
  });
  const child = spawnChild(shim.env);
  let changes = 0;
  child.on('message', (message: FromRenewal) => void hear(message));
  const post = (message: ToRenewal) => void (child.connected && child.send(message));
  const hear = async (message: FromRenewal): Promise<void> => {
    if (message.kind === 'ready') return post({ kind: 'open', dataDir, service: keys.service });
    if (message.kind === 'opened') {
      await shim.arm();
      return post({ kind: 'go', renew: what === 'renew' });
    }
    if (keys.service !== null) return;
    const { operation, account, value, id } = message;
    if (operation === 'get') return post({ kind: 'answer', id, value: keys.entries.get(account) ?? null });
    changes += 1;
    const isNow = moment?.kind === 'keychain' && changes === moment.change;
    if (!isNow || moment.when === 'after') {
      if (operation === 'set') keys.entries.set(account, value ?? '');
      else keys.entries.delete(account);
    }
    if (isNow) child.kill('SIGKILL');
    else post({ kind: 'answer', id, value: null });
  };
  const [code, signal] = await once(child, 'close');
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`the process ended with ${code ?? signal}`);
  return { met: signal === 'SIGKILL', steps: (await shim.steps()).length, changes, shim };
}

function spawnChild(env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [program('renewal-child')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  });
}

/** All that the data folder keeps, opened. It is what a fresh station on it says, and what its encrypted files hold. */
export async function contentOf(dataDir: string, { keychain }: KeychainOfTest) {
  const station = await createStation({ dataDir, keychain, fileIdentity: sameFile, sending: 'manual' });
  try {
    const visits = station.visits.page({ text: '', show: 'all' }, 0, 100).items;
    return {
      notices: station.notices(),
      quarantined: station.queue.state().quarantined,
      jobs: station.signing.jobs().map((job) => ({ ...job, ...station.signing.details(job.documentId) })),
      visits: visits.map(({ id }) => station.visits.open(id)),
      inbox: station.inbox.page({ text: '', show: 'all' }, 0, 100).items,
      audit: station.audit.verify(),
    };
  } finally {
    await station.close();
  }
}

/** SHA-256 of the content of each encrypted file, by its name; and the ids of the keys that the data folder names. Of a closed station. */
export async function encryptedIn(dataDir: string, { keychain }: KeychainOfTest) {
  const settings = openSettingsDatabase(dataDir);
  try {
    const { files, close } = await openEncryptedStore({ settings, dataDir, keychain });
    const contents: Record<string, string> = {};
    for (const name of files.list())
      contents[`${name.kind} ${name.id}`] = createHash('sha256')
        .update(await files.bytes(name))
        .digest('hex');
    await close();
    return {
      contents,
      keys: settings.sql
        .prepare('SELECT id FROM data_key ORDER BY made_at')
        .all()
        .map(({ id }) => String(id)),
    };
  } finally {
    settings.close();
  }
}
