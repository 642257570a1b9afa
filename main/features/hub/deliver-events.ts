/**
 * Commits the events of the hub, and acknowledges them afterwards. An event can come several times: it is known by its id, which is
 * committed together with what it changes.
 */

import type { HubEvent } from '../../../shared/domain/web-service/hub.ts';
import { type Problem, problemOf } from '../../../shared/errors.ts';
import type { HubConnection } from '../../platform/hub/hub-connection.ts';
import type { Inbox, Publishing } from '../web-service/web-service.ts';
import type { HubRepository } from './hub-repository.ts';

export type DeliverDeps = {
  connection: HubConnection;
  repository: HubRepository;
  inbox: Pick<Inbox, 'ingestBody' | 'countRepeat'>;
  publishing: Pick<Publishing, 'addFetch' | 'content'>;
  now(): Date;
  /** A push was committed; `quarantined` when it is no record. */
  arrived(outcome: 'record' | 'quarantined'): void;
};

/** Commits an event. Returns whether it is to be acknowledged: false for a push that another station has by now. @throws StationError */
export async function deliverEvent(deps: DeliverDeps, event: HubEvent): Promise<boolean> {
  if (deps.repository.isKnown(event.id)) return true;
  if (event.kind === 'push') return deliverPush(deps, event);
  if (event.kind === 'fetched') return deliverFetch(deps, event);
  return deliverRepeats(deps, event);
}

async function deliverPush(
  { connection, repository, inbox, now, arrived }: DeliverDeps,
  event: Extract<HubEvent, { kind: 'push' }>,
): Promise<boolean> {
  const body = await connection.push(event);
  if (body === null) return false;
  const outcome = await inbox.ingestBody(body, event.user, {
    isTextUncertain: event.isTextUncertain,
    isSentAgain: repository.isSentAgain(event.id),
    note: () => repository.note(event.id, now()),
  });
  arrived(outcome);
  return true;
}

async function deliverRepeats(
  { repository, inbox, now }: DeliverDeps,
  { uid, latest, arrivals }: Extract<HubEvent, { kind: 'repeated' }>,
): Promise<boolean> {
  // An event whose acknowledgement was late comes again within the next one.
  for (const { id, at, digest } of arrivals) {
    if (repository.isKnown(id)) continue;
    await inbox.countRepeat({ uid, latest, at, digest, isSentAgain: repository.isSentAgain(id) }, () => repository.note(id, now()));
  }
  return true;
}

function deliverFetch({ repository, publishing, now }: DeliverDeps, event: Extract<HubEvent, { kind: 'fetched' }>): boolean {
  const { id, at, user, publicationId: offerId } = event;
  const publicationId = repository.publicationOf(offerId) ?? '';
  // A fetch of an earlier offer does not end the present one.
  const isEnding = (publishing.content(publicationId)?.once ?? true) && repository.openOffers(publicationId).includes(offerId);
  publishing.addFetch(publicationId, { id, at, user }, isEnding, () => {
    repository.note(id, now());
    if (isEnding) repository.endOffer(offerId);
  });
  return true;
}

export type Deliveries = {
  /** Adds events, unless they wait already. Returns the number of new ones. */
  add(events: readonly HubEvent[]): number;
  /** Tries again without waiting. */
  wake(): void;
  /** The latest failure; null after a success. */
  problem(): Problem | null;
  /** Resolves when nothing is being committed. */
  close(): Promise<void>;
};

export type DeliveriesDeps = {
  deliver(event: HubEvent): Promise<boolean>;
  acknowledge(ids: readonly string[]): Promise<void>;
  /** Reports a failure. Returns the milliseconds to wait before the next try. */
  failed(thrown: unknown): number;
  changed(): void;
};

/** The number of committed events after which they are acknowledged while others wait. */
const acknowledgeAfter = 20;

/** Delivers events in their order. One that fails is tried again later, so that it does not block the others. */
export function createDeliveries({ deliver, acknowledge, failed, changed }: DeliveriesDeps): Deliveries {
  const waiting = new Map<string, HubEvent>();
  const failing = new Map<string, HubEvent>();
  const committed = new Set<string>();
  /** The event that is being committed. */
  let current: string | null = null;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let problem: Problem | null = null;
  let isClosed = false;

  async function step(): Promise<void> {
    const [event] = waiting.values();
    if (event !== undefined) {
      waiting.delete(event.id);
      current = event.id;
      try {
        if (await deliver(event)) committed.add(event.id);
      } catch (thrown) {
        failing.set(event.id, event);
        throw thrown;
      } finally {
        current = null;
      }
    }
    if (committed.size >= acknowledgeAfter || (waiting.size === 0 && committed.size > 0)) {
      const ids = [...committed];
      await acknowledge(ids);
      for (const id of ids) committed.delete(id);
    }
  }

  async function work(): Promise<void> {
    let waitMs = -1;
    let found: Problem | null = null;
    while (!isClosed && (waiting.size > 0 || (committed.size > 0 && waitMs < 0))) {
      try {
        await step();
      } catch (thrown) {
        if (isClosed) return;
        found = problemOf(thrown);
        waitMs = Math.max(waitMs, failed(thrown));
      }
    }
    if (!isClosed && waitMs >= 0) timer = setTimeout(again, waitMs).unref();
    const isOther = problem?.code !== found?.code;
    problem = found;
    if (isOther) changed();
  }
  function run(): void {
    if (isClosed || running !== null) return;
    running = work().finally(() => {
      running = null;
    });
  }
  function again(): void {
    clearTimeout(timer);
    for (const [id, event] of failing) waiting.set(id, event);
    failing.clear();
    run();
  }

  return {
    add(events) {
      const added = events.filter(({ id }) => id !== current && ![waiting, failing, committed].some((one) => one.has(id)));
      for (const event of added) waiting.set(event.id, event);
      run();
      return added.length;
    },
    wake: again,
    problem: () => problem,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
