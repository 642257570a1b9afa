/** Puts the client's own web service together with visits, settings and what is encrypted. */

import { statfs } from 'node:fs/promises';
import packageFile from '../../package.json' with { type: 'json' };
import type { Reading } from '../features/documents/documents.ts';
import type { SettingsRepository } from '../features/settings/settings.ts';
import type { ServiceItems, Visits } from '../features/visits/visits.ts';
import {
  createWebService,
  type Inbox,
  openAccess,
  openInbox,
  openInboxRepository,
  openPublishing,
  type Publishing,
  type WebService,
} from '../features/web-service/web-service.ts';
import type { Vault } from '../platform/keychain/vault.ts';
import { servicePassphrase } from '../platform/keychain/vault.ts';
import type { StationData } from './station-data.ts';

export type ServicePartsDeps = {
  store: StationData;
  dataDir: string;
  visits: Visits;
  settings: SettingsRepository;
  vault: Vault;
  readFacts(path: string): Promise<Reading>;
  clerk(): string;
  now(): Date;
};

export type ServiceParts = {
  service: WebService;
  publishing: Publishing;
  inbox: Inbox;
  items: ServiceItems;
  /** Removes encrypted files that the end of the station left behind. */
  sweep(): Promise<void>;
  close(): Promise<void>;
};

export function createServiceParts({ store, dataDir, visits, settings, vault, readFacts, clerk, now }: ServicePartsDeps): ServiceParts {
  const { database, files, memoryOnly } = store;
  const current = () => service.settings();

  const access = openAccess({ database, now, minutes: () => current().tokenMinutes });
  const inbox = openInbox({ database, inbox: openInboxRepository(database), visits, files, now });
  const publishing = openPublishing({
    database,
    files,
    compared: () => current().compared,
    watched() {
      const { watchedFolder: folder, watchedKey: key, watchedOnce: once } = current();
      return { folder, key, once };
    },
    clerk,
    now,
    noted: visits.notePublication,
    visitExists: (id) => store.visits.has(id),
    readFacts,
  });
  const service: WebService = createWebService({
    access,
    publishing,
    intake: inbox,
    settings: settings.service,
    saveSettings: settings.changeService,
    // A locked keychain does not prevent other transports.
    passphrase: async () => (current().transport === 'pkcs12' ? servicePassphrase(vault) : null),
    memoryOnly,
    ready: nowAndThen(async () => (await hasRoom(dataDir, current().bodyMiB)) && canWrite(store)),
    serving: visits.start,
    version: packageFile.version,
    now,
  });

  return {
    service,
    publishing,
    inbox,
    items: {
      offered: publishing.offered,
      removeOfVisit(visitId) {
        inbox.removeOfVisit(visitId);
        return publishing.removeOfVisit(visitId);
      },
      async expire(before) {
        await publishing.expire(before);
        await inbox.expire(before);
      },
    },
    async sweep() {
      await inbox.sweep(store.outbox.isOrphan);
      await publishing.sweep(store.outbox.isOrphan);
    },
    async close() {
      await service.close();
      await publishing.close();
      inbox.close();
    },
  };
}

/** Anybody who may connect can ask, as often as they like: what was found stands for a second. */
function nowAndThen(ask: () => Promise<boolean>): () => Promise<boolean> {
  let found: Promise<boolean> | null = null;
  return () => {
    found ??= ask().finally(() => {
      setTimeout(() => {
        found = null;
      }, 1_000).unref();
    });
    return found;
  };
}

/** How much more than a body its keeping takes: encrypted as it came and as what it stands for, and in the database and its log. */
const timesOver = 4;

/** Whether the largest body that may come would find room. */
async function hasRoom(dataDir: string, bodyMiB: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(dataDir);
  return bavail * bsize >= timesOver * bodyMiB * 1024 * 1024;
}

/** Whether the database and the disk take something now. */
async function canWrite({ database, files }: StationData): Promise<boolean> {
  try {
    database.transaction(() => undefined);
    const writer = await files.create('set-aside', crypto.randomUUID());
    await writer.write(Buffer.of(0));
    await writer.discard();
    return true;
  } catch {
    return false;
  }
}
