/** Opens and closes the client's own web service as the settings say, and tells how it is. */
import { EventEmitter } from 'node:events';
import { type ServiceEvent, type ServiceSettings, type ServiceState, serviceEventKinds } from '../../shared/domain/client-service.ts';
import { type Problem, problem, problemOf, StationError } from '../../shared/errors.ts';
import { tellWhenChanged } from '../tell-when-changed.ts';
import type { Access } from './access/access.ts';
import type { ClientService } from './client-service.ts';
import { startWebService } from './http/start-web-service.ts';
import type { WebService, WebServiceParts } from './http/web-service.ts';
import type { Intake } from './inbox/inbox.ts';
import type { Publishing } from './publishing/publishing.ts';
import { selfTest } from './self-test.ts';

export type ClientServiceParts = {
  access: Access;
  publishing: Publishing;
  intake: Intake;
  settings(): ServiceSettings;
  keep(part: Partial<ServiceSettings>): ServiceSettings;
  /** Of the PKCS#12 file. */
  passphrase(): Promise<string | null>;
  /** Null when what is pushed can be kept; else why not. */
  notKept: Problem | null;
  /** Whether something could be written now. */
  ready: WebServiceParts['ready'];
  version: string;
  now(): Date;
};

const mostErrors = 20;
const wentWrong: readonly ServiceEvent['kind'][] = [
  'token-refused',
  'locked-out',
  'unauthorized',
  'not-allowed',
  'set-aside',
  'not-kept',
  'bad-request',
];
/** A change of these is a change of how it listens. */
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

type Running = { web: WebService; since: string };

export function createClientService(parts: ClientServiceParts): ClientService {
  const { access, publishing, now } = parts;
  const events: ClientService['events'] = new EventEmitter();
  const counts = Object.fromEntries(serviceEventKinds.map((kind) => [kind, 0])) as ServiceState['counts'];
  const last = { token: null as string | null, push: null as string | null, documents: null as string | null };
  let errors: ServiceEvent[] = [];
  /** What the self-test that is under way still has to be refused. */
  const testing = new Set<ServiceEvent['kind']>();
  let passing: 'starting' | 'stopping' | null = null;
  let running: Running | null = null;
  let failed: Problem | null = null;
  let served: ServiceSettings | null = null;
  /** One opening or closing at a time. */
  let turn: Promise<unknown> = Promise.resolve();

  const settings = () => served ?? parts.settings();

  const state = (): ServiceState => ({
    state: passing ?? (running ? 'running' : failed ? 'failed' : 'off'),
    urls: running?.web.urls ?? [],
    problem: failed ?? (running && access.users().length === 0 ? problem('service-no-users') : null),
    since: running?.since ?? null,
    users: access.users().length,
    lastToken: last.token,
    lastPush: last.push,
    lastFetch: last.documents,
    counts: { ...counts },
    errors: [...errors],
    watching: publishing.watching(),
    certificateEnds: running?.web.certificateEnds ?? null,
  });

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
    if (wentWrong.includes(event.kind)) errors = [event, ...errors].slice(0, mostErrors);
    events.emit('told', event);
    tell();
  }

  async function open(by: ServiceSettings, passphrase: string | null): Promise<void> {
    passing = 'starting';
    failed = null;
    tell();
    try {
      if (parts.notKept) throw new StationError('service-not-kept', parts.notKept.detail);
      const { ready, version, intake } = parts;
      const web = await startWebService({ settings: by, passphrase, access, publishing, intake, ready, told, version });
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
    if (running) {
      passing = 'stopping';
      tell();
      await running.web.close();
    }
    running = null;
    passing = null;
    tell();
  }

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };

  /** As the settings say; why it is not open is in the state. */
  async function settle(): Promise<void> {
    await shut();
    if (settings().enabled) await open(settings(), await parts.passphrase()).catch(() => undefined);
    await publishing.watch();
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
        const next = parts.keep(part);
        const otherwise = listening.some((name) => JSON.stringify(before[name]) !== JSON.stringify(next[name]));
        if (otherwise || (next.enabled && !running)) await settle();
        else await publishing.watch();
        tell();
        return next;
      }),
    start: () => inTurn(settle),
    serve: (by, passphrase) =>
      inTurn(async () => {
        served = by;
        await shut();
        await open(by, passphrase);
        await publishing.watch();
      }),
    async selfTest() {
      if (!running) throw new StationError('service-not-running');
      const guest = await access.guest();
      testing.add('token-refused').add('unauthorized');
      try {
        return await selfTest({ web: running.web, guest });
      } finally {
        guest.end();
        testing.clear();
      }
    },
    close: () =>
      inTurn(async () => {
        await shut();
        telling.end();
      }),
  };
}
