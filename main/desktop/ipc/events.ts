/** Emits events to the page, parsed by the contract. */
import type { BrowserWindow } from 'electron';
import { type EventName, wireName } from '../../../shared/ipc/channels.ts';
import { type EventPayload, events } from '../../../shared/ipc/contract.ts';
import type { Station } from '../../app/station.ts';

export type Emit = <E extends EventName>(name: E, payload: EventPayload<E>) => void;

export type PageEvents = {
  emit: Emit;
  /** Sends the events that wait. Main calls it before each answer to the page, so that the answer overtakes none of them. */
  flush(): void;
};

/** Milliseconds between two deliveries of gathered events. */
const gatherMs = 100;

type Gathered<E extends EventName> = {
  /** Names the thing whose state the event has; null for an event that must not be replaced. */
  thingOf: (payload: EventPayload<E>) => string | null;
  /** The payload in place of one that waits; the newer one where it is missing. */
  merge?: (waiting: EventPayload<E>, newer: EventPayload<E>) => EventPayload<E>;
};

const gathered: { [E in EventName]?: Gathered<E> } = {
  'signing.changed': {
    thingOf: () => '',
    merge(waiting, newer) {
      const replaced = new Set(newer.map(({ documentId }) => documentId));
      return [...waiting.filter(({ documentId }) => !replaced.has(documentId)), ...newer];
    },
  },
  // The first event of a reading says that another one begins.
  'documents.reading': { thingOf: ({ done }) => (done === 0 ? null : '') },
  'visits.changed': { thingOf: ({ id }) => id },
  'inbox.changed': { thingOf: ({ id }) => id },
};

/**
 * Events to the page, if there is one. Parsed like every answer: no member beyond the contract is sent.
 *
 * A gathered event is sent at once after a pause. Those that follow wait for up to 100 ms, and a newer state of the same thing replaces
 * the one that waits: while two hundred documents were signed, drawing each of their 800 changes occupied a core. Any other event is
 * sent at once, after those that wait.
 */
export function createPageEvents(window: () => BrowserWindow | null): PageEvents {
  const waiting = new Map<string, { name: EventName; payload: unknown }>();
  let timer: NodeJS.Timeout | null = null;

  function send(name: EventName, payload: unknown): void {
    const target = window();
    if (target === null || target.isDestroyed()) return;
    target.webContents.send(wireName(name), payload);
  }

  function flush(): void {
    const due = [...waiting.values()];
    // First: an event that cannot be sent is not tried again.
    waiting.clear();
    for (const { name, payload } of due) send(name, payload);
  }

  function deliver(): void {
    timer = waiting.size > 0 ? setTimeout(deliver, gatherMs).unref() : null;
    flush();
  }

  return {
    emit(name, given) {
      const payload = events[name].parse(given) as typeof given; // the schema belongs to the name
      const rule = gathered[name];
      const thing = rule?.thingOf(payload) ?? null;
      if (thing !== null && timer !== null) {
        const key = `${name} ${thing}`;
        const before = waiting.get(key);
        // The key holds payloads of this name alone.
        const merged = before && rule?.merge ? rule.merge(before.payload as typeof payload, payload) : payload;
        waiting.set(key, { name, payload: merged });
        return;
      }
      flush();
      send(name, payload);
      if (thing !== null) timer = setTimeout(deliver, gatherMs).unref();
    },
    flush,
  };
}

export function forwardEvents(station: Station, emit: Emit): void {
  station.documents.events.on('changed', (documents) => emit('documents.changed', documents));
  station.documents.events.on('reading', (progress) => emit('documents.reading', progress));
  station.recent.events.on('changed', (openings) => emit('documents.recentChanged', openings));
  station.signing.events.on('changed', (jobs) => emit('signing.changed', jobs));
  station.queue.events.on('forgotten', (ids) => emit('signing.forgotten', ids));
  station.queue.events.on('changed', (state) => emit('queue.changed', state));
  station.queue.list.events.on('state', (summary) => emit('queue.summary', summary));
  station.placementTest.events.on('changed', (test) => emit('placementTest.changed', test));
  station.backups.events.on('state', (state) => emit('backup.changed', state));
  station.screening.events.on('changed', (screening) => emit('screening.changed', screening));
  station.screening.events.on('state', (state) => emit('screening.state', state));
  station.bulk.events.on('changed', (run) => emit('bulk.changed', run));
  station.bulk.events.on('removed', (id) => emit('bulk.removed', { id }));
  station.visits.events.on('changed', (summary) => emit('visits.changed', summary));
  station.visits.events.on('removed', (id) => emit('visits.removed', { id }));
  station.visits.events.on('state', (state) => emit('visits.state', state));
  station.service.events.on('state', (state) => emit('service.state', state));
  station.publishing.events.on('changed', (publication) => emit('publications.changed', publication));
  station.publishing.events.on('removed', (id) => emit('publications.removed', { id }));
  station.inbox.events.on('changed', (item) => emit('inbox.changed', item));
  station.inbox.events.on('removed', (id) => emit('inbox.removed', { id }));
  station.inbox.events.on('state', (state) => emit('inbox.state', state));
  station.hub.events.on('state', (state) => emit('hub.state', state));
  station.hub.events.on('elsewhere', (id) => emit('hub.elsewhere', { id }));
}
