/** Composes the web service: what it stores, which visits use as well, and the server in front of it. */

import { statfs } from 'node:fs/promises';
import packageFile from '../../package.json' with { type: 'json' };
import type { Publication } from '../../shared/domain/web-service/web-service.ts';
import type { ServiceItems, VisitHooks } from '../features/visits/visits.ts';
import {
  createSettingsInForce,
  createWebService,
  openAccess,
  openInbox,
  openInboxRepository,
  openPublishing,
  type WebService,
  type WebServiceDeps,
} from '../features/web-service/web-service.ts';
import { servicePassphrase } from '../platform/keychain/vault.ts';
import type { Foundation } from './foundation.ts';
import type { Station } from './station.ts';
import type { StationData } from './station-data.ts';

export type ServiceData = Pick<WebServiceDeps, 'access' | 'settings'> &
  Pick<Station, 'inbox' | 'publishing'> & {
    items: ServiceItems;
    /** Removes encrypted files that the end of the station left behind. */
    sweep(): Promise<void>;
    close(): Promise<void>;
  };

type ServiceDataDeps = {
  foundation: Foundation;
  store: StationData;
  visits: Pick<VisitHooks, 'addPushedRecord' | 'noteRepeat' | 'notePublication'>;
  /** Whether the hub knows of the state of a publication. */
  atHub(publicationId: string): Publication['hub'];
};

/** Opens the users, the inbox and the publications. */
export function openServiceData({ foundation, store, visits, atHub }: ServiceDataDeps): ServiceData {
  const { settings: stored, vault, clerk, now, readPath, clock } = foundation;
  const { database, files, outbox, audit, records } = store;
  const settings = createSettingsInForce({
    stored: stored.service,
    save: stored.changeService,
    storedPassphrase: () => servicePassphrase(vault),
  });
  const inbox = openInbox({ database, inbox: openInboxRepository(database), records, visits, files, now });
  const publishing = openPublishing({
    database,
    files,
    clerk,
    now,
    readFacts: readPath,
    compared: () => settings.current().compared,
    watched() {
      const { watchedFolder: folder, watchedKey: key, watchedOnce: once } = settings.current();
      return { folder, key, once };
    },
    noted: visits.notePublication,
    visitExists: store.visits.has,
    notedSince: (time) => audit.subjectsSince(time, clock.now()),
    atHub,
  });
  return {
    access: openAccess({ database, now, minutes: () => settings.current().tokenMinutes }),
    settings,
    inbox,
    publishing,
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
      await inbox.sweep(outbox.isOrphan);
      await publishing.sweep(outbox.isOrphan);
    },
    async close() {
      await publishing.close();
      inbox.close();
    },
  };
}

type Deps = { dataDir: string; foundation: Foundation; store: StationData; data: ServiceData } & Pick<WebServiceDeps, 'serving'>;

export const composeWebService = ({ dataDir, foundation, store, data, serving }: Deps): WebService =>
  createWebService({
    access: data.access,
    publishing: data.publishing,
    intake: data.inbox,
    settings: data.settings,
    memoryOnly: store.memoryOnly,
    ready: nowAndThen(async () => (await hasRoom(dataDir, data.settings.current().bodyMiB)) && canWrite(store)),
    serving,
    version: packageFile.version,
    now: foundation.now,
  });

/** Every caller that may connect can ask any number of times: the result is reused for a second. */
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

/** Disk needed per body: the encrypted original, the parsed record, the database row and its WAL. */
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
    const writer = await files.create('quarantined', crypto.randomUUID());
    await writer.write(Buffer.of(0));
    await writer.discard();
    return true;
  } catch {
    return false;
  }
}
