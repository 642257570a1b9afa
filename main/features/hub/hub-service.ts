/**
 * The hub at head office, seen from this station: its enrolment, and the connection while there is one. Everything else at the station works
 * without it; what is due to it waits in the outbox.
 */

import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import pLimit from 'p-limit';
import { dayMs } from '../../../shared/domain/day.ts';
import type { ClaimAnswer } from '../../../shared/domain/web-service/hub.ts';
import type { HubEnrolment, HubState } from '../../../shared/domain/web-service/hub-state.ts';
import { type Problem, problemOf } from '../../../shared/errors.ts';
import { createHubConnection } from '../../platform/hub/hub-connection.ts';
import { createCircuitBreakers, nextAttemptAt, type RetryPolicy } from '../../platform/runtime/circuit-breaker.ts';
import { createThrottledPublisher } from '../../platform/runtime/throttled-publisher.ts';
import type { Inbox, Publishing } from '../web-service/web-service.ts';
import { type FolderDeps, isConnectedElsewhere, noteConnectedFolder } from './connected-folder.ts';
import { type EnrolDeps, enrolStation, readKeys } from './enrol-station.ts';
import type { HubRepository } from './hub-repository.ts';
import { account, type HubRun, startRun } from './hub-run.ts';
import type { ReceivingPace } from './receive-events.ts';
import type { SendDeps } from './send-due.ts';

export type HubDeps = EnrolDeps &
  FolderDeps & {
    repository: HubRepository;
    claimsOf: SendDeps['claimsOf'];
    inbox: Pick<Inbox, 'ingestBody' | 'countRepeat'>;
    publishing: Pick<Publishing, 'content' | 'addFetch' | 'emitChanged' | 'withdrawOnce'>;
    retry: RetryPolicy;
    pace: ReceivingPace;
    /** The time by which events are old; see `trusted-clock.ts`. */
    trustedNow(): Date;
    /** Why the data folder may not be the only one of this station: it then stays away from the hub. Null when it may connect. */
    stoppedBy(): Problem | null;
  };

export type HubEvents = { state: [HubState]; elsewhere: [string]; event: [{ what: 'enrolled' | 'left' | 'record' | 'quarantined' }] };

export type Hub = {
  readonly events: EventEmitter<HubEvents>;
  state(): HubState;
  /**
   * Enrols this station by a one-time code.
   * @throws StationError `hub-address-unusable`, `hub-enrolled`, `hub-code-refused`, those of `memoryOnly`, of the keychain and of a connection
   */
  enrol(address: string, code: string): Promise<HubState>;
  /** Ends the enrolment at this station, and drops everything that is due to the hub. */
  leave(): Promise<HubState>;
  /** Connects now, and sends what is due. */
  wake(): void;
  /** Records of a visit that other branches have. */
  elsewhere(visitId: string): ClaimAnswer['elsewhere'];
  /** Connects from now on. */
  start(): void;
  /** Reads the settings again: proxy and certificates may have changed. */
  refresh(): void;
  /** Something may have become due. */
  notify(): void;
  /** Makes everything due again, since the database is of an earlier time. `isRestored`: no copy, whose original may be in use. */
  markAll(isRestored: boolean): void;
  /** Whether another data folder of this computer, which is still there, connected last as this station. */
  isElsewhere(): Promise<boolean>;
  close(): Promise<void>;
};

/** For so long an event can come again. */
const eventDays = 30;

/** What is known of the connection in this run of the station. */
type Known = {
  readonly runId: string;
  isStarted: boolean;
  run: (HubRun & { network: string }) | null;
  connected: Pick<HubState, 'by' | 'since'> | null;
  /** Why it does not connect until a person acts. */
  stopped: Problem | null;
  refusals: { claims: Problem | null; publication: Problem | null };
  lastPush: string | null;
};

type Context = HubDeps & { known: Known; events: Hub['events']; changed(): void; breakers: ReturnType<typeof createCircuitBreakers> };

export function createHub(deps: HubDeps): Hub {
  const { repository, stored } = deps;
  const events: Hub['events'] = new EventEmitter();
  const publisher = createThrottledPublisher(events, () => stateOf(context));
  const { notify: changed } = publisher;
  const refusals = { claims: null, publication: null };
  const known: Known = { runId: randomUUID(), isStarted: false, run: null, connected: null, stopped: null, refusals, lastPush: null };
  const context: Context = { ...deps, known, events, changed, breakers: createCircuitBreakers({ retry: deps.retry, changed }) };
  const attempts = new Map();
  /** Does one change of the run after the other. */
  const inTurn = pLimit(1);
  /** Does a change for which no caller waits. After one that fails (a full disk), the next `wake` connects. */
  const change = (work: (context: Context) => Promise<void>) => void inTurn(() => work(context)).catch(() => undefined);
  context.breakers.onRecovered(() => known.run?.wake());
  const notify = (): void => {
    changed();
    known.run?.notify();
  };
  const wake = (): void => {
    context.breakers.skipBackoff(account);
    if (known.stopped?.code !== 'hub-revoked') known.stopped = null;
    known.run?.wake();
    changed();
    change(connect);
  };
  const reported = (): HubState => {
    publisher.publishNow();
    return stateOf(context);
  };

  return {
    events,
    state: () => stateOf(context),
    notify,
    wake,
    elsewhere: repository.elsewhere,
    markAll: (isRestored) => void (stored.get() !== null && repository.markAll(isRestored)),
    async isElsewhere() {
      const enrolment = stored.get();
      return enrolment !== null && (await isConnectedElsewhere(deps, enrolment.stationId));
    },
    start() {
      known.isStarted = true;
      change(connect);
    },
    refresh() {
      if (known.run !== null && known.run.network !== JSON.stringify(deps.network())) change(disconnect);
      wake();
    },
    async enrol(address, code) {
      await inTurn(async () => {
        await enrolStation({ ...deps, attempts }, address, code);
        events.emit('event', { what: 'enrolled' });
        await connect(context);
      });
      return reported();
    },
    async leave() {
      await inTurn(() => leave(context));
      return reported();
    },
    async close() {
      known.isStarted = false;
      await inTurn(() => disconnect(context));
      publisher.end();
    },
  };
}

function stateOf({ known, stored, repository, breakers }: Context): HubState {
  const { isStarted, run, connected, stopped, refusals, lastPush } = known;
  const enrolment = stored.get();
  const breaker = breakers.of(account);
  const state = (): HubState['state'] => {
    if (enrolment === null) return 'none';
    if (stopped !== null) return stopped.code === 'hub-revoked' ? 'revoked' : 'stopped';
    if (!isStarted) return 'off';
    if (connected !== null) return 'connected';
    return breaker.problem === null ? 'connecting' : 'offline';
  };
  const found = stopped ?? breaker.problem ?? run?.problem() ?? refusals.claims ?? refusals.publication;
  const nextAttempt = breaker.problem === null || stopped !== null ? 0 : nextAttemptAt(breaker);
  return {
    state: state(),
    enrolment,
    since: connected?.since ?? null,
    by: connected?.by ?? null,
    problem: enrolment === null ? null : found,
    nextAttemptAt: nextAttempt > 0 ? new Date(nextAttempt).toISOString() : null,
    waiting: repository.waiting(),
    offers: enrolment === null ? 0 : repository.offers(),
    lastPush,
  };
}

/** Starts a run, unless there is one, or no enrolment that can be used. */
async function connect(context: Context): Promise<void> {
  const { known, stored, repository, publishing, vault, memoryOnly, stoppedBy, trustedNow, changed, system } = context;
  const enrolment = stored.get();
  if (!known.isStarted || known.run !== null || enrolment === null || known.stopped !== null) return;
  const { address, stationId } = enrolment;
  const keys = stoppedBy() ?? memoryOnly ?? (await readKeys(vault, enrolment).catch(problemOf));
  if ('code' in keys) known.stopped = keys;
  else {
    await noteConnectedFolder(context, stationId);
    // A database that was replaced, or whose enrolment was not completed, does not know what the hub knows.
    if (repository.enrolledAs() !== stationId) repository.begin(stationId, address, publishing.withdrawOnce);
    const now = trustedNow();
    repository.forgetEventsBefore(new Date(now.getTime() - eventDays * dayMs), now);
    const network = context.network();
    const connection = createHubConnection({ address, identity: { stationId, keys, runId: known.runId }, network, system });
    known.run = { ...runOf(context, connection, enrolment), network: JSON.stringify(network) };
  }
  changed();
}

function runOf(context: Context, connection: ReturnType<typeof createHubConnection>, enrolment: HubEnrolment): HubRun {
  const { known, repository, inbox, publishing, claimsOf, pace, now, events, changed, breakers, stored } = context;
  return startRun({
    connection,
    breakers,
    pace,
    changed,
    sending: { repository, publishing, claimsOf, elsewhereChanged: (visitId) => void events.emit('elsewhere', visitId) },
    delivering: {
      repository,
      inbox,
      publishing,
      now,
      arrived(what) {
        known.lastPush = now().toISOString();
        events.emit('event', { what });
      },
    },
    connected(by) {
      const since = known.connected?.since ?? now().toISOString();
      known.connected = by === null ? null : { by, since };
      changed();
    },
    revoked(why) {
      known.stopped = why;
      known.connected = null;
    },
    refused(kind, why) {
      known.refusals[kind] = why;
    },
    named({ name, hubName, history }) {
      if (repository.noteHistory(history)) known.run?.notify();
      if (stored.get()?.stationId === enrolment.stationId) stored.set({ ...enrolment, name, hubName });
      changed();
    },
  });
}

async function disconnect({ known }: Context): Promise<void> {
  const { run } = known;
  known.run = null;
  known.connected = null;
  await run?.end();
}

async function leave(context: Context): Promise<void> {
  const { known, stored, repository, vault, stoppedBy, events, breakers } = context;
  const enrolment = stored.get();
  // Both data folders have the same key. One that stays in a locked keychain is accepted nowhere else.
  const isOneOfTwo = stoppedBy() !== null || breakers.of(account).problem?.code === 'hub-elsewhere';
  await disconnect(context);
  stored.set(null);
  repository.end();
  known.stopped = known.refusals.claims = known.refusals.publication = null;
  breakers.succeeded(account);
  if (enrolment && !isOneOfTwo)
    for (const name of ['hubKey', 'hubFolder'] as const) await vault.removeSecret(enrolment.stationId, name).catch(() => undefined);
  events.emit('event', { what: 'left' });
}
