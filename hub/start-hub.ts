/** The hub: endpoints A and B and the endpoints for stations in one server, over PostgreSQL. Any number of replicas run at once. */
import { setTimeout as pause } from 'node:timers/promises';
import type { CertificateNote } from '../main/features/web-service/web-service.ts';
import type { ServiceEvent, ServiceSettings } from '../shared/domain/web-service/web-service.ts';
import { StationError } from '../shared/errors.ts';
import { type HubUsers, openHubAccess } from './access.ts';
import { openContents } from './contents.ts';
import { type HubDatabase, openHubDatabase } from './database.ts';
import { deriveHubKeys } from './hub-keys.ts';
import { createHubIntake } from './intake.ts';
import { createHubMetrics, metricsPath } from './metrics.ts';
import { openHubPublishing } from './publishing.ts';
import { type RetentionDays, removeExpired, trustedClock } from './retention.ts';
import { createGroupFinder } from './routing.ts';
import { registerStationApi, type StationApi } from './station-api.ts';

export type HubOptions = {
  databaseUrl: string;
  /** 32 bytes. */
  hubKey: Buffer;
  settings: ServiceSettings;
  /** Passphrase of the PKCS#12 file; null for none. */
  passphrase: string | null;
  version: string;
  /** What stations show as the name of the hub. */
  name: string;
  days: RetentionDays;
  /** Adds the user of the environment before the server listens. */
  provide(users: HubUsers): Promise<void>;
  emit(event: ServiceEvent): void;
  /** Called with what the log says of the certificate's files. */
  noteCertificate(note: CertificateNote): void;
  /** A fault that cost no call. */
  report(fault: unknown): void;
};

export type Hub = {
  readonly urls: readonly string[];
  readonly users: HubUsers;
  /** Finishes the accepted calls. */
  close(): Promise<void>;
};

/** The beginning of all `hubPaths`. */
const stationPaths = '/hub';
/** Milliseconds between two rounds of the retention. */
const retentionMs = 600_000;
/** Streams of stations are connections; endpoints A and B have bounds of their own in the number of bodies. */
const maxConnections = 12_000;

/** @throws StationError why it does not listen; then it has closed what it opened */
export async function startHub(options: HubOptions): Promise<Hub> {
  const opened = new AsyncDisposableStack();
  try {
    return await openHub(options, opened);
  } catch (thrown) {
    // The first error says why.
    await opened.disposeAsync().catch(() => undefined);
    throw thrown;
  }
}

const close = (part: { close(): Promise<void> }) => part.close();

/** @param opened gets each part that is open. The last part closes first, and each part also when another one fails to */
async function openHub(options: HubOptions, opened: AsyncDisposableStack): Promise<Hub> {
  const { settings, passphrase, version, days, emit, report } = options;
  const keys = deriveHubKeys(options.hubKey);
  const database = opened.adopt(await openHubDatabase({ url: options.databaseUrl, keys }), close);
  const contents = openContents(database, keys);
  const access = openHubAccess({ database, keys, minutes: () => settings.tokenMinutes });
  await options.provide(access);
  if ((await access.users()).length === 0) throw new StationError('service-no-users');
  const publishing = opened.adopt(openHubPublishing({ database, keys, contents, compared: () => settings.compared, report }), close);
  const retention = async () => removeExpired({ database, contents, days, clock: await trustedClock(database) });
  opened.defer(every(retentionMs, retention, report));
  let stations: StationApi | null = null;
  const metrics = createHubMetrics({ database, allowed: settings.allowed, streams: () => stations?.streams() ?? 0 });
  const intake = createHubIntake({ database, keys, contents, groupOf: createGroupFinder(database, keys), report });
  const { startWebServer } = await import('../main/features/web-service/http/web-server.ts');
  const web = await startWebServer(
    {
      settings,
      passphrase,
      version,
      access,
      publishing,
      intake: metrics.measured(intake),
      ready: () => canStore(database),
      emit(event) {
        metrics.count(event);
        emit(event);
      },
      noteCertificate: options.noteCertificate,
      extension: {
        paths: [metricsPath, stationPaths],
        async register(app) {
          metrics.register(app);
          stations = await registerStationApi(app, { database, keys, contents, hubName: options.name, report });
        },
      },
    },
    // A branch behind NAT has one address for all its stations.
    { connections: maxConnections, connectionsOfOne: maxConnections },
  );
  opened.adopt(web, close);
  return { urls: web.urls, users: access, close: () => opened.disposeAsync() };
}

/** Runs `work` at intervals, one at a time. @returns how to stop; resolves when none is running */
function every(intervalMs: number, work: () => Promise<unknown>, report: (fault: unknown) => void): () => Promise<void> {
  let running: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    running ??= work()
      .catch(report)
      .finally(() => {
        running = null;
      });
  }, intervalMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Milliseconds in which the database of a hub that is ready answers. */
const maxReadyMs = 2_000;

/** Whether a push could be stored now: the database answers in time, and accepts writes. */
async function canStore({ pool }: Pick<HubDatabase, 'pool'>): Promise<boolean> {
  const answer = pool.query("SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off' AS writable").then(
    ({ rows }) => rows[0]?.writable === true,
    () => false,
  );
  return Promise.race([answer, pause(maxReadyMs, false, { ref: false })]);
}
