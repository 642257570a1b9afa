/**
 * The hub at head office, seen from this station: enrols it, keeps the connection, receives pushes and sends what is due. Everything else
 * at the station works without it; what is due to it waits in the outbox.
 */
import { EventEmitter } from 'node:events';
import type { Claim, ClaimAnswer } from '../../../shared/domain/hub.ts';
import { type HubEnrolment, type HubState, hubOrigin } from '../../../shared/domain/hub-state.ts';
import type { Network } from '../../../shared/domain/profile.ts';
import { hasTrait, type Problem, problem, problemOf, StationError } from '../../../shared/errors.ts';
import { createHubConnection, type HubConnection, type HubConnectionDeps } from '../../platform/hub/hub-connection.ts';
import { createStationKeyPair, type StationKeyPair } from '../../platform/hub/signature.ts';
import { hubOwner, type Vault } from '../../platform/keychain/vault.ts';
import { createCircuitBreakers, nextAttemptAt, type RetryPolicy } from '../../platform/runtime/circuit-breaker.ts';
import { createThrottledPublisher } from '../../platform/runtime/throttled-publisher.ts';
import type { Inbox, Publishing } from '../web-service/web-service.ts';
import { createDeliveries, type Deliveries, deliverEvent } from './deliver-events.ts';
import type { HubRepository } from './hub-repository.ts';
import { createReceiver, type ReceivingPace } from './receive-events.ts';
import { type SendDeps, sendAll } from './send-due.ts';

export type HubDeps = {
  repository: HubRepository;
  /** The enrolment in the settings; null for none. */
  stored: { get(): HubEnrolment | null; set(enrolment: HubEnrolment | null): void };
  vault: Pick<Vault, 'secret' | 'setSecret' | 'removeSecret' | 'keychainProblem'>;
  /** Proxy and certificates of the connection profile in use. */
  network(): Network;
  system: HubConnectionDeps['system'];
  claimsOf: SendDeps['claimsOf'];
  inbox: Pick<Inbox, 'ingestBody'>;
  publishing: Pick<Publishing, 'content' | 'addFetch' | 'emitChanged'>;
  /** Why nothing that arrives is stored; null when it is. */
  memoryOnly: Problem | null;
  retry: RetryPolicy;
  pace: ReceivingPace;
  now(): Date;
};

export type HubEvents = { state: [HubState]; elsewhere: [string]; event: [{ what: 'enrolled' | 'left' | 'record' | 'quarantined' }] };

export type HubService = {
  readonly events: EventEmitter<HubEvents>;
  state(): HubState;
  /**
   * Enrols this station by a one-time code.
   * @throws StationError `hub-address-unusable`, `hub-enrolled`, `hub-code-refused`, those of `memoryOnly`, of the keychain and of a connection
   */
  enrol(address: string, code: string): Promise<HubState>;
  /** Ends the enrolment here; what waits to go is dropped. */
  leave(): Promise<HubState>;
  /** Connects now, and sends what is due. */
  wake(): void;
  /** Records of a visit that other branches have. */
  elsewhere(visitId: string): ClaimAnswer['elsewhere'];
};

export type Hub = HubService & {
  /** Connects from now on. */
  start(): void;
  /** Reads the settings again: proxy and certificates may have changed. */
  refresh(): void;
  /** Something may have become due. */
  notify(): void;
  /** Makes everything due again, since the database is of an earlier time. */
  markAll(): void;
  close(): Promise<void>;
};

/** The one hub of the circuit breakers. */
const account = 'hub';
/** Milliseconds after which rows that the hub refused are sent again, and the outbox is read without a reason. */
const lookMs = 60_000;
/** Failures of the station itself, such as a full disk, are tried again after this time. */
const localRetryMs = 30_000;
const keptEventsMs = 30 * 24 * 3_600_000;

/** One run of the connection, from its opening to a change of the enrolment or the settings. */
type Run = { end: AbortController; connection: HubConnection; deliveries: Deliveries; network: string; done: Promise<unknown> };

export function createHub(deps: HubDeps): Hub {
  const { repository, stored, now } = deps;
  const events: Hub['events'] = new EventEmitter();
  const publisher = createThrottledPublisher(events, () => state());
  const breakers = createCircuitBreakers({ retry: deps.retry, changed: publisher.notify });
  let isStarted = false;
  let run: Run | null = null;
  let starting: Promise<void> = Promise.resolve();
  let connected: { by: 'stream' | 'requests'; since: string } | null = null;
  /** Why it does not connect until a person acts. */
  let stopped: Problem | null = null;
  /** The last refusal of something that is due, by kind. */
  const refusals: Record<'claims' | 'publication', Problem | null> = { claims: null, publication: null };
  let lastPush: string | null = null;
  /** The key pairs of enrolments in this run, by address and code. */
  const attempts = new Map<string, StationKeyPair>();
  /** Called to end the wait of each loop. */
  const waits = new Set<() => void>();

  function state(): HubState {
    const enrolment = stored.get();
    const breaker = breakers.of(account);
    const found = stopped ?? breaker.problem ?? run?.deliveries.problem() ?? refusals.claims ?? refusals.publication;
    const next = breaker.problem === null || stopped !== null ? 0 : nextAttemptAt(breaker);
    const is = (): HubState['state'] => {
      if (enrolment === null) return 'none';
      if (stopped !== null) return stopped.code === 'hub-revoked' ? 'revoked' : 'stopped';
      if (!isStarted) return 'off';
      if (connected !== null) return 'connected';
      return breaker.problem === null ? 'connecting' : 'offline';
    };
    return {
      state: is(),
      enrolment,
      since: connected?.since ?? null,
      by: connected?.by ?? null,
      problem: enrolment === null ? null : found,
      nextAttemptAt: next > 0 ? new Date(next).toISOString() : null,
      waiting: repository.waiting(),
      offers: repository.offers(),
      lastPush,
    };
  }

  const notify = (): void => {
    publisher.notify();
    for (const wakeUp of [...waits]) wakeUp();
  };
  /** Waits for a time, for `notify`, or for the end. */
  const pause = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        waits.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms).unref();
      waits.add(done);
      signal.addEventListener('abort', done);
      if (signal.aborted) done();
    });
  /** Waits for the end of the backoff; true when it is over. */
  async function isAllowed(signal: AbortSignal): Promise<boolean> {
    const ms = nextAttemptAt(breakers.of(account)) - Date.now();
    if (ms <= 0) return true;
    await pause(ms, signal);
    return false;
  }

  const isOfConnection = (thrown: unknown): boolean => {
    const found = problemOf(thrown);
    return found.code === 'hub-revoked' || hasTrait(found, 'retryable');
  };
  /** Reports a failure of the connection; a revoked station does not try again. */
  function failed(thrown: unknown): void {
    const found = problemOf(thrown);
    if (found.code === 'hub-revoked') {
      stopped = found;
      connected = null;
      run?.end.abort();
    } else breakers.failed(account, found);
    publisher.notify();
  }

  async function receive(connection: HubConnection, deliveries: Deliveries, signal: AbortSignal): Promise<void> {
    const receiver = createReceiver({
      connection,
      pace: deps.pace,
      signal,
      connected(by) {
        if (connected?.by !== by) connected = { by, since: connected?.since ?? now().toISOString() };
        const wasDown = breakers.of(account).problem !== null;
        breakers.succeeded(account);
        if (wasDown) {
          notify();
          deliveries.wake();
        }
      },
      received: deliveries.add,
    });
    while (!signal.aborted) {
      if (!(await isAllowed(signal))) continue;
      try {
        await receiver.once();
      } catch (thrown) {
        connected = null;
        if (!signal.aborted) failed(thrown);
      }
    }
  }

  async function send(sending: SendDeps, kind: 'claims' | 'publication', signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (!(await isAllowed(signal))) continue;
      let waitMs = lookMs;
      try {
        const { sent, refusal } = await sendAll(sending, kind, isOfConnection);
        refusals[kind] = refusal;
        if (sent > 0) breakers.succeeded(account);
      } catch (thrown) {
        if (signal.aborted) return;
        failed(thrown);
        waitMs = 0;
      }
      publisher.notify();
      if (waitMs > 0 && !signal.aborted) await pause(waitMs, signal);
    }
  }

  async function begin(): Promise<void> {
    const enrolment = stored.get();
    if (!isStarted || run !== null || enrolment === null || stopped !== null) return;
    if (deps.memoryOnly !== null) return stop(deps.memoryOnly);
    let keys: StationKeyPair;
    try {
      keys = parseKeys(await deps.vault.secret(hubOwner, 'hubKey', enrolment.address));
    } catch (thrown) {
      return stop(problemOf(thrown).code === 'keychain-unavailable' ? problemOf(thrown) : problem('hub-key-missing'));
    }
    repository.raiseNumbers(new Date());
    // A database that was replaced, or whose enrolment was not completed, does not know what the hub knows.
    if (repository.enrolledAs() !== enrolment.stationId) repository.begin(enrolment.stationId);
    repository.forgetEventsBefore(new Date(now().getTime() - keptEventsMs));
    const network = deps.network();
    const { address, stationId } = enrolment;
    const connection = createHubConnection({ address, identity: { stationId, keys }, network, system: deps.system });
    const end = new AbortController();
    const deliveries = openDeliveries(connection);
    const sending: SendDeps = {
      ...{ connection, repository, publishing: deps.publishing, claimsOf: deps.claimsOf, signal: end.signal },
      elsewhereChanged: (visitId) => void events.emit('elsewhere', visitId),
    };
    const loops = [
      receive(connection, deliveries, end.signal),
      send(sending, 'claims', end.signal),
      send(sending, 'publication', end.signal),
      readName(connection, enrolment),
    ];
    run = { end, connection, deliveries, network: JSON.stringify(network), done: Promise.allSettled(loops) };
    publisher.notify();
  }

  /** The administrator may have renamed the station. Never rejects. */
  async function readName(connection: HubConnection, before: HubEnrolment): Promise<void> {
    const found = await connection.station().catch(() => null);
    if (found === null || stored.get()?.stationId !== before.stationId) return;
    if (found.name === before.name && found.hubName === before.hubName) return;
    stored.set({ ...before, name: found.name, hubName: found.hubName });
    publisher.notify();
  }

  function openDeliveries(connection: HubConnection): Deliveries {
    const { inbox, publishing } = deps;
    const arrived = (outcome: 'record' | 'quarantined') => {
      lastPush = now().toISOString();
      events.emit('event', { what: outcome });
    };
    return createDeliveries({
      deliver: (event) => deliverEvent({ connection, repository, inbox, publishing, now, arrived }, event),
      acknowledge: connection.acknowledge,
      failed(thrown) {
        if (!isOfConnection(thrown)) return localRetryMs;
        failed(thrown);
        return Math.max(nextAttemptAt(breakers.of(account)) - Date.now(), 100);
      },
      changed: publisher.notify,
    });
  }

  function stop(why: Problem): void {
    stopped = why;
    publisher.notify();
  }

  async function end(): Promise<void> {
    const ending = run;
    run = null;
    connected = null;
    if (ending === null) return;
    ending.end.abort();
    await ending.connection.close();
    await ending.deliveries.close();
    await ending.done;
  }

  /** One change of the run after the other. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = starting.then(work);
    starting = done.catch(() => undefined);
    return done;
  };

  const wake = (): void => {
    breakers.skipBackoff(account);
    if (stopped !== null && stopped.code !== 'hub-revoked') stopped = null;
    run?.deliveries.wake();
    notify();
    void inTurn(begin);
  };
  return {
    events,
    state,
    notify,
    wake,
    elsewhere: repository.elsewhere,
    markAll: () => void (stored.get() !== null && repository.markAll()),
    start() {
      isStarted = true;
      void inTurn(begin);
    },
    refresh() {
      if (run !== null && run.network !== JSON.stringify(deps.network())) void inTurn(end);
      wake();
    },
    async enrol(typed, code) {
      await inTurn(async () => {
        const enrolment = await enrolStation(deps, attempts, typed, code);
        stopped = null;
        breakers.succeeded(account);
        events.emit('event', { what: 'enrolled' });
        await begin();
      });
      publisher.publishNow();
      return state();
    },
    async leave() {
      await inTurn(async () => {
        await end();
        stored.set(null);
        repository.end();
        stopped = null;
        refusals.claims = refusals.publication = null;
        // The setting is what counts: a key that stays in a locked keychain is accepted nowhere else.
        await deps.vault.removeSecret(hubOwner, 'hubKey').catch(() => undefined);
        events.emit('event', { what: 'left' });
      });
      publisher.publishNow();
      return state();
    },
    async close() {
      isStarted = false;
      await inTurn(end);
      publisher.end();
    },
  };
}

/** Makes the key pair, the same for another try with a code, since the hub may have used it up without its answer arriving; has it enrolled, and stores the enrolment. @throws StationError see `HubService.enrol` */
async function enrolStation(deps: HubDeps, attempts: Map<string, StationKeyPair>, typed: string, code: string): Promise<HubEnrolment> {
  const { stored, vault, network, system, now, memoryOnly } = deps;
  if (stored.get() !== null) throw new StationError('hub-enrolled');
  const address = hubOrigin(typed);
  if (address === null) throw new StationError('hub-address-unusable');
  // Before the code is used up.
  const refusal = memoryOnly ?? (await vault.keychainProblem());
  if (refusal !== null) throw new StationError(refusal.code, refusal.detail);
  const attempt = `${address} ${code.trim()}`;
  const keys = attempts.get(attempt) ?? createStationKeyPair();
  attempts.set(attempt, keys);
  const connection = createHubConnection({ address, identity: null, network: network(), system });
  try {
    const { stationId, name, hubName } = await connection.enrol({ code: code.trim(), publicKey: keys.publicKey });
    await vault.setSecret(hubOwner, 'hubKey', `${keys.privateKey}.${keys.publicKey}`, address);
    const enrolment = { address, stationId, name, hubName, enrolledAt: now().toISOString() };
    stored.set(enrolment);
    return enrolment;
  } finally {
    await connection.close();
  }
}

function parseKeys(text: string): StationKeyPair {
  const [privateKey = '', publicKey = ''] = text.split('.');
  return { privateKey, publicKey };
}

export const claimsFrom = (transaction: string, identification: string): Claim[] => [
  ...(transaction === '' ? [] : [{ kind: 'transaction', value: transaction } satisfies Claim]),
  ...(identification === '' ? [] : [{ kind: 'identification', value: identification } satisfies Claim]),
];
