/** The client's web service: opens and closes according to the settings, and reports its state. */

import { EventEmitter } from 'node:events';
import pLimit from 'p-limit';
import type { SelfTest, ServiceEvent, ServiceSettings, ServiceState } from '../../../shared/domain/web-service/web-service.ts';
import { type Problem, problem, problemOf, StationError } from '../../../shared/errors.ts';
import { createThrottledPublisher } from '../../platform/runtime/throttled-publisher.ts';
import type { Access } from './access/access.ts';
import type { CertificateNote } from './http/certificate.ts';
import type { WebServer, WebServerDeps } from './http/web-server.ts';
import type { Intake } from './inbox/ingest-push.ts';
import type { Publishing } from './publishing/publishing.ts';
import { selfTest } from './self-test.ts';
import { createServiceActivity, type ServiceActivity } from './service-activity.ts';
import type { SettingsInForce } from './settings-in-force.ts';

export type WebService = {
  readonly events: EventEmitter<{ state: [ServiceState]; event: [ServiceEvent]; certificate: [CertificateNote] }>;
  readonly users: Pick<Access, 'users' | 'add' | 'provide' | 'renew' | 'revoke' | 'remove'>;
  state(): ServiceState;
  settings(): ServiceSettings;
  /** Stores the settings and applies them. When the service cannot listen with them, `state` has the reason. */
  change(part: Partial<ServiceSettings>): Promise<ServiceSettings>;
  /** Listens if it is switched on; never rejects. */
  start(): Promise<void>;
  /**
   * Listens with these settings, switched on or not, without storing them; for the command line.
   * @throws StationError why it does not listen
   */
  serve(settings: ServiceSettings, passphrase: string | null): Promise<void>;
  /** Calls the service as the provider would. @throws StationError `service-not-running` */
  selfTest(): Promise<SelfTest>;
  /** Finishes the accepted calls. */
  close(): Promise<void>;
};

export type WebServiceDeps = {
  access: Access;
  publishing: Publishing;
  intake: Intake;
  settings: SettingsInForce;
  /** Null when pushes can be stored; otherwise the reason. */
  memoryOnly: Problem | null;
  /** Whether the disk accepts writes now. */
  ready: WebServerDeps['ready'];
  version: string;
  now(): Date;
  /** Called by `serve`: the station's other automatic work starts too. */
  serving(): void;
};

/** A change of these settings requires the service to listen again. */
const listening = [
  'enabled',
  'host',
  'port',
  'transport',
  'certificateFile',
  'keyFile',
  'pkcs12File',
  'allowed',
  'proxies',
  'bodyMiB',
] as const satisfies (keyof ServiceSettings)[];

type Service = {
  deps: WebServiceDeps;
  events: WebService['events'];
  activity: ServiceActivity;
  /** Emits `state` when it has changed. */
  notify(): void;
  running: { web: WebServer; since: string } | null;
  passing: 'starting' | 'stopping' | null;
  failed: Problem | null;
  closed: boolean;
};

export function createWebService(deps: WebServiceDeps): WebService {
  const { access, publishing, settings } = deps;
  const events: WebService['events'] = new EventEmitter();
  const activity = createServiceActivity();
  const service: Service = {
    deps,
    events,
    activity,
    notify: () => publisher.notify(),
    running: null,
    passing: null,
    failed: null,
    closed: false,
  };
  const publisher = createThrottledPublisher(events, () => stateOf(service));
  const { notify } = service;
  activity.events.on('event', (event) => {
    events.emit('event', event);
    notify();
  });
  publishing.events.on('watching', notify);

  /** Runs one opening or closing at a time. */
  const inTurn = pLimit(1);
  let test: Promise<SelfTest> | null = null;

  return {
    events,
    users: notifyingUsers(access, notify),
    state: () => stateOf(service),
    settings: settings.current,
    change: (part) => inTurn(() => changeSettings(service, part)),
    // `state` has the reason when it does not open; no caller waits for the result.
    start: () => inTurn(() => applySettings(service)).catch(() => undefined),
    serve: (ofRun, passphrase) =>
      inTurn(async () => {
        settings.useForThisRun({ ...ofRun, enabled: true }, passphrase);
        await shut(service);
        await publishing.watch();
        await open(service);
        deps.serving();
      }),
    async selfTest() {
      const { running } = service;
      if (!running) throw new StationError('service-not-running');
      test ??= runSelfTest(service, running.web).finally(() => {
        test = null;
      });
      return test;
    },
    close: () =>
      inTurn(async () => {
        service.closed = true;
        await shut(service);
        publisher.end();
      }),
  };
}

function stateOf({ deps, activity, running, passing, failed }: Service): ServiceState {
  const users = deps.access.users().length;
  const trouble = (): Problem | null => {
    if (running && users === 0) return problem('service-no-users');
    const failure = activity.failure();
    return failure === null ? null : problem(failure);
  };
  return {
    ...activity.summary(),
    state: passing ?? (running ? 'running' : failed ? 'failed' : 'off'),
    urls: running?.web.urls ?? [],
    problem: failed ?? trouble(),
    since: running?.since ?? null,
    users,
    watching: deps.publishing.watching(),
    certificateEnds: running?.web.certificateEnds ?? null,
  };
}

/** The functions of `access` for users, which change the state. */
const notifyingUsers = (access: Access, notify: () => void): WebService['users'] => ({
  users: access.users,
  provide: access.provide,
  async add(username) {
    const added = await access.add(username);
    notify();
    return added;
  },
  async renew(id, hours) {
    const renewed = await access.renew(id, hours);
    notify();
    return renewed;
  },
  revoke(id) {
    const revoked = access.revoke(id);
    notify();
    return revoked;
  },
  remove(id) {
    access.remove(id);
    notify();
  },
});

/** @throws StationError why it does not open; the state has it as well */
async function open(service: Service): Promise<void> {
  const { deps, events, activity, notify } = service;
  const { memoryOnly, access, publishing, intake, settings, ready, version, now } = deps;
  service.passing = 'starting';
  service.failed = null;
  notify();
  try {
    if (memoryOnly) throw new StationError('service-memory-only', memoryOnly.detail);
    const passphrase = await settings.passphrase();
    const { startWebServer } = await import('./http/web-server.ts');
    const web = await startWebServer({
      settings: settings.current(),
      passphrase,
      access,
      publishing,
      intake,
      ready,
      reading: publishing.reading,
      emit: activity.note,
      noteCertificate: (note) => events.emit('certificate', note),
      version,
    });
    service.running = { web, since: now().toISOString() };
  } catch (thrown) {
    service.failed = problemOf(thrown);
    throw thrown;
  } finally {
    service.passing = null;
    notify();
  }
}

async function shut(service: Service): Promise<void> {
  service.failed = null;
  try {
    if (service.running) {
      service.passing = 'stopping';
      service.notify();
      await service.running.web.close();
    }
  } finally {
    service.running = null;
    service.passing = null;
    service.notify();
  }
}

/** Opens or closes according to the settings; the state has the reason when it does not open. */
async function applySettings(service: Service): Promise<void> {
  // A change was requested just before the station closed.
  if (service.closed) return;
  await shut(service);
  // Files that are gone from the folder are withdrawn before anyone can request them.
  await service.deps.publishing.watch();
  if (service.deps.settings.current().enabled) await open(service).catch(() => undefined);
}

async function changeSettings(service: Service, part: Partial<ServiceSettings>): Promise<ServiceSettings> {
  const { settings, publishing } = service.deps;
  const before = settings.current();
  settings.change(part);
  const next = settings.current();
  const mustListenAgain = listening.some((name) => JSON.stringify(before[name]) !== JSON.stringify(next[name]));
  if (mustListenAgain || (next.enabled && !service.running)) await applySettings(service);
  else if (!service.closed) await publishing.watch();
  service.notify();
  return next;
}

async function runSelfTest({ deps }: Service, web: WebServer): Promise<SelfTest> {
  const guest = await deps.access.guest();
  try {
    return await selfTest({ web, guest });
  } finally {
    guest.end();
  }
}
