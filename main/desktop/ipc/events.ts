/** Emits events to the page, parsed by the contract. */
import type { BrowserWindow } from 'electron';
import { type EventName, wireName } from '../../../shared/ipc/channels.ts';
import { type EventPayload, events } from '../../../shared/ipc/contract.ts';
import type { Station } from '../../app/station.ts';

export type Emit = <E extends EventName>(name: E, payload: EventPayload<E>) => void;

/** Emits to the page, if there is one. Parsed like every answer: no member beyond the contract is sent. */
export function createEmit(window: () => BrowserWindow | null): Emit {
  return (name, payload) => {
    const target = window();
    if (target === null || target.isDestroyed()) return;
    target.webContents.send(wireName(name), events[name].parse(payload));
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
  station.screening.events.on('changed', (search) => emit('screening.changed', search));
  station.screening.events.on('state', (state) => emit('screening.state', state));
  station.bulk.events.on('changed', (run) => emit('bulk.changed', run));
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
  station.bulk.events.on('removed', (id) => emit('bulk.removed', { id }));
}
