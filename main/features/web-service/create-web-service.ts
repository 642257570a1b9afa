/** Creates the client's web service: opens and closes it according to the settings, and reports its state. */
import { EventEmitter } from 'node:events';
import {
  type SelfTest,
  type ServiceEvent,
  type ServiceSettings,
  type ServiceState,
  serviceEventKinds,
} from '../../../shared/domain/web-service.ts';
import { type Problem, problem, problemOf, StationError } from '../../../shared/errors.ts';
import { tellWhenChanged } from '../../platform/runtime/tell-when-changed.ts';
import type { Access } from './access/access.ts';
import type { WebServer, WebServerDeps } from './http/web-server.ts';
import type { Intake } from './inbox/inbox.ts';
import type { Publishing } from './publishing/publishing.ts';
import { selfTest } from './self-test.ts';

export type WebService = {
  readonly events: EventEmitter<{ state: [ServiceState]; told: [ServiceEvent] }>;
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
  settings(): ServiceSettings;
  keep(part: Partial<ServiceSettings>): ServiceSettings;
  /** Of the PKCS#12 file. */
  passphrase(): Promise<string | null>;
  /** Null when pushes can be stored; otherwise the reason. */
  memoryOnly: Problem | null;
  /** Whether the disk accepts writes now. */
  ready: WebServerDeps['ready'];
  version: string;
  now(): Date;
  /** Called when the service starts without a window: the station's other automatic work starts as well. */
  serving(): void;
};

const maxErrors = 20;
const wentWrong: readonly ServiceEvent['kind'][] = [
  'token-refused',
  'locked-out',
  'unauthorized',
  'not-allowed',
  'set-aside',
  'not-kept',
  'bad-request',
];
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

type Running = { web: WebServer; since: string };

export function createWebService(parts: WebServiceDeps): WebService {
  const { access, publishing, now } = parts;
  const events: WebService['events'] = new EventEmitter();
  const counts = Object.fromEntries(serviceEventKinds.map((kind) => [kind, 0])) as ServiceState['counts'];
  const last = { token: null as string | null, push: null as string | null, documents: null as string | null };
  let errors: ServiceEvent[] = [];
  /** What the self-test that is under way still has to be refused. */
  const testing = new Set<ServiceEvent['kind']>();
  let passing: 'starting' | 'stopping' | null = null;
  let running: Running | null = null;
  let failed: Problem | null = null;
  /** For the command line: settings of this run alone. */
  let served: { settings: ServiceSettings; passphrase: string | null } | null = null;
  let closed = false;
  /** One opening or closing at a time. */
  let turn: Promise<unknown> = Promise.resolve();
  let test: Promise<SelfTest> | null = null;

  const settings = () => served?.settings ?? parts.settings();

  function state(): ServiceState {
    const users = access.users().length;
    return {
      state: passing ?? (running ? 'running' : failed ? 'failed' : 'off'),
      urls: running?.web.urls ?? [],
      problem: failed ?? (running && users === 0 ? problem('service-no-users') : null),
      since: running?.since ?? null,
      users,
      lastToken: last.token,
      lastPush: last.push,
      lastFetch: last.documents,
      counts: { ...counts },
      errors: [...errors],
      watching: publishing.watching(),
      certificateEnds: running?.web.certificateEnds ?? null,
    };
  }

  const telling = tellWhenChanged(events, state);
  const tell = telling.look;
  publishing.events.on('watching', tell);

  function told(event: ServiceEvent): void {
    // One of each is the self-test's own.
    if (testing.delete(event.kind)) return;
    counts[event.kind] += 1;
    if (event.kind === 'token') last.token = event.at;
    if (event.kind === 'documents') last.documents = event.at;
    if (event.kind === 'push' || event.kind === 'push-changed' || event.kind === 'push-again') last.push = event.at;
    if (wentWrong.includes(event.kind)) errors = [event, ...errors].slice(0, maxErrors);
    events.emit('told', event);
    tell();
  }

  /** @throws StationError why not; it is in the state as well */
  async function open(): Promise<void> {
    passing = 'starting';
    failed = null;
    tell();
    try {
      if (parts.memoryOnly) throw new StationError('service-not-kept', parts.memoryOnly.detail);
      const { ready, version, intake } = parts;
      const passphrase = served ? served.passphrase : await parts.passphrase();
      const { startWebServer } = await import('./http/start-web-server.ts');
      const web = await startWebServer({ settings: settings(), passphrase, access, publishing, intake, ready, told, version });
      running = { web, since: now().toISOString() };
    } catch (thrown) {
      failed = problemOf(thrown);
      throw thrown;
    } finally {
      passing = null;
      tell();
    }
  }

  async function shut(): Promise<void> {
    failed = null;
    try {
      if (running) {
        passing = 'stopping';
        tell();
        await running.web.close();
      }
    } finally {
      running = null;
      passing = null;
      tell();
    }
  }

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };

  /** Opens or closes according to the settings; the state has the reason when it is not open. */
  async function settle(): Promise<void> {
    // Somebody asked just before the station ended.
    if (closed) return;
    await shut();
    // Files that are gone from the folder are withdrawn before anyone can request them.
    await publishing.watch();
    if (settings().enabled) await open().catch(() => undefined);
  }

  async function testItself({ web }: Running): Promise<SelfTest> {
    const guest = await access.guest();
    testing.add('token-refused').add('unauthorized');
    try {
      return await selfTest({ web, guest });
    } finally {
      guest.end();
      testing.clear();
    }
  }

  return {
    events,
    users: {
      users: access.users,
      provide: access.provide,
      async add(username) {
        const added = await access.add(username);
        tell();
        return added;
      },
      async renew(id, hours) {
        const renewed = await access.renew(id, hours);
        tell();
        return renewed;
      },
      revoke(id) {
        const revoked = access.revoke(id);
        tell();
        return revoked;
      },
      remove(id) {
        access.remove(id);
        tell();
      },
    },
    state,
    settings,
    change: (part) =>
      inTurn(async () => {
        const before = settings();
        parts.keep(part);
        // What was given for this run goes on, but for what was changed since.
        if (served) served = { ...served, settings: { ...served.settings, ...part } };
        const next = settings();
        const otherwise = listening.some((name) => JSON.stringify(before[name]) !== JSON.stringify(next[name]));
        if (otherwise || (next.enabled && !running)) await settle();
        else if (!closed) await publishing.watch();
        tell();
        return next;
      }),
    // What cannot be opened is in the state; there is nobody here to whom anything else could be told.
    start: () => inTurn(settle).catch(() => undefined),
    serve: (by, passphrase) =>
      inTurn(async () => {
        served = { settings: { ...by, enabled: true }, passphrase };
        await shut();
        await publishing.watch();
        await open();
        parts.serving();
      }),
    async selfTest() {
      if (!running) throw new StationError('service-not-running');
      // One at a time: each expects to be refused once.
      test ??= testItself(running).finally(() => {
        test = null;
      });
      return test;
    },
    close: () =>
      inTurn(async () => {
        closed = true;
        await shut();
        telling.end();
      }),
  };
}
