/**
 * One run of the connection to the hub: receives events, delivers them, and sends what is due, each in a loop of its own, until it ends.
 * A failure of the connection makes all of them wait.
 */
import type { HubStation } from '../../../shared/domain/web-service/hub.ts';
import { hasTrait, type Problem, problemOf } from '../../../shared/errors.ts';
import type { HubConnection } from '../../platform/hub/hub-connection.ts';
import { type CircuitBreakers, nextAttemptAt } from '../../platform/runtime/circuit-breaker.ts';
import { createDeliveries, type DeliverDeps, type Deliveries, deliverEvent } from './deliver-events.ts';
import type { DueRow } from './hub-repository.ts';
import { createReceiver, type ReceivingPace } from './receive-events.ts';
import { type SendDeps, sendAll } from './send-due.ts';

/** The one hub of the circuit breakers. */
export const account = 'hub';
/** Milliseconds after which rows that the hub refused are sent again, and the outbox is read without a reason. */
const lookMs = 60_000;
/** Milliseconds after which an event is delivered again that the station could not store: a full disk, a full inbox. */
const localRetryMs = 30_000;

export type RunDeps = {
  connection: HubConnection;
  breakers: CircuitBreakers;
  sending: Omit<SendDeps, 'connection' | 'progressed' | 'signal'>;
  delivering: Omit<DeliverDeps, 'connection'>;
  pace: ReceivingPace;
  /** How events arrive; null when the connection was lost. */
  connected(by: 'stream' | 'requests' | null): void;
  /** The hub has revoked this station. */
  revoked(why: Problem): void;
  /** The last refusal of something that is due; null when all of that kind was sent. */
  refused(kind: DueRow['kind'], why: Problem | null): void;
  /** The names at the hub, and the history of its database. */
  named(names: Pick<HubStation, 'name' | 'hubName' | 'history'>): void;
  changed(): void;
};

export type HubRun = {
  /** Something may have become due. */
  notify(): void;
  /** Sends and delivers again what failed, without waiting: the line works, or a person asks for it. */
  wake(): void;
  /** The last failure of a delivery; null after a success. */
  problem(): Problem | null;
  /** Resolves when sending and committing have ended. */
  end(): Promise<void>;
};

type RunContext = RunDeps & {
  pauses: Pauses;
  deliveries: Deliveries;
  signal: AbortSignal;
  failed(thrown: unknown): void;
  /** The hub took something that was due. Calls that only prepare this do not count: over a line that cuts the rest, the backoff has to grow. */
  progressed(): void;
};

export function startRun(deps: RunDeps): HubRun {
  const { connection, breakers, changed } = deps;
  const ending = new AbortController();
  const pauses = createPauses(ending.signal);
  const failed = (thrown: unknown): void => {
    const found = problemOf(thrown);
    if (found.code === 'hub-revoked') {
      deps.revoked(found);
      ending.abort();
    } else breakers.failed(account, found);
    changed();
  };
  const progressed = (): void => breakers.succeeded(account);
  const deliveries = createDeliveries({
    deliver: (event) => deliverEvent({ ...deps.delivering, connection }, event),
    async acknowledge(ids) {
      await connection.acknowledge(ids);
      progressed();
    },
    failed(thrown) {
      if (!isOfConnection(thrown)) return localRetryMs;
      failed(thrown);
      return Math.max(nextAttemptAt(breakers.of(account)) - Date.now(), 100);
    },
    changed,
  });
  const context: RunContext = { ...deps, pauses, deliveries, signal: ending.signal, failed, progressed };
  const done = Promise.allSettled([receive(context), send(context, 'claims'), send(context, 'publication')]);
  return {
    notify: pauses.end,
    wake() {
      pauses.end();
      deliveries.wake();
    },
    problem: deliveries.problem,
    async end() {
      ending.abort();
      await connection.close();
      await deliveries.close();
      await done;
    },
  };
}

/** Whether everything else would fail too. */
function isOfConnection(thrown: unknown): boolean {
  const found = problemOf(thrown);
  return found.code === 'hub-revoked' || hasTrait(found, 'retryable');
}

type Pauses = {
  /** Waits for a time, for `end`, or for the end of the run. */
  pause(ms: number): Promise<void>;
  end(): void;
};

function createPauses(signal: AbortSignal): Pauses {
  const waiting = new Set<() => void>();
  const end = (): void => {
    for (const one of [...waiting]) one();
  };
  signal.addEventListener('abort', end);
  return {
    pause: (ms) =>
      new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          waiting.delete(done);
          resolve();
        };
        const timer = setTimeout(done, ms).unref();
        waiting.add(done);
        if (signal.aborted) done();
      }),
    end,
  };
}

/** Waits until the backoff is over. */
async function backoff({ breakers, pauses, signal }: RunContext): Promise<void> {
  for (;;) {
    const ms = nextAttemptAt(breakers.of(account)) - Date.now();
    if (ms <= 0 || signal.aborted) return;
    await pauses.pause(ms);
  }
}

async function receive(context: RunContext): Promise<void> {
  const { connection, breakers, deliveries, signal, pace } = context;
  let before: 'stream' | 'requests' | null = null;
  let reading: Promise<void> | null = null;
  const receiver = createReceiver({
    connection,
    pace,
    signal,
    connected(by) {
      context.connected(by);
      breakers.succeeded(account);
      if (by === 'stream' || by !== before) reading = readNames(context).catch(() => undefined);
      before = by;
    },
    received: deliveries.add,
  });
  while (!signal.aborted) {
    await backoff(context);
    if (signal.aborted) break;
    try {
      await receiver.once();
    } catch (thrown) {
      if (signal.aborted) break;
      before = null;
      context.connected(null);
      context.failed(thrown);
    }
  }
  await reading;
}

async function send(context: RunContext, kind: DueRow['kind']): Promise<void> {
  const { connection, pauses, progressed, signal, sending } = context;
  while (!signal.aborted) {
    await backoff(context);
    try {
      context.refused(kind, await sendAll({ ...sending, connection, progressed, signal }, kind, isOfConnection));
      context.changed();
      await pauses.pause(lookMs);
    } catch (thrown) {
      if (signal.aborted) return;
      context.failed(thrown);
    }
  }
}

/** Reads the names at the hub, which an administrator may have changed, and whether its database was restored. */
async function readNames({ connection, named }: RunContext): Promise<void> {
  named(await connection.station());
}
