/** What main tells the page unasked, shaped by the contract. */
import type { BrowserWindow } from 'electron';
import { type EventName, wireName } from '../../../shared/ipc/channels.ts';
import { type EventPayload, events } from '../../../shared/ipc/contract.ts';
import type { Station } from '../../app/station.ts';

export type Tell = <E extends EventName>(name: E, payload: EventPayload<E>) => void;

/** Tells the page if there is one; parsed like every answer, so nothing beyond the contract goes out. */
export function createTell(window: () => BrowserWindow | null): Tell {
  return (name, payload) => {
    const target = window();
    if (target === null || target.isDestroyed()) return;
    target.webContents.send(wireName(name), events[name].parse(payload));
  };
}

export function forwardEvents(station: Station, tell: Tell): void {
  station.documents.events.on('changed', (documents) => tell('documents.changed', documents));
  station.documents.events.on('reading', (progress) => tell('documents.reading', progress));
  station.signing.events.on('changed', (jobs) => tell('signing.changed', jobs));
  station.queue.events.on('forgotten', (ids) => tell('signing.forgotten', ids));
  station.queue.events.on('changed', (state) => tell('queue.changed', state));
  station.queue.list.events.on('state', (summary) => tell('queue.summary', summary));
  station.placementTest.events.on('changed', (test) => tell('placementTest.changed', test));
  station.screening.events.on('changed', (search) => tell('screening.changed', search));
  station.screening.events.on('state', (state) => tell('screening.state', state));
  station.bulk.events.on('changed', (run) => tell('bulk.changed', run));
  station.visits.events.on('changed', (summary) => tell('visits.changed', summary));
  station.visits.events.on('removed', (id) => tell('visits.removed', { id }));
  station.visits.events.on('state', (state) => tell('visits.state', state));
  station.service.events.on('state', (state) => tell('service.state', state));
  station.publishing.events.on('changed', (publication) => tell('publications.changed', publication));
  station.publishing.events.on('removed', (id) => tell('publications.removed', { id }));
  station.inbox.events.on('changed', (item) => tell('inbox.changed', item));
  station.inbox.events.on('removed', (id) => tell('inbox.removed', { id }));
  station.inbox.events.on('state', (state) => tell('inbox.state', state));
  station.bulk.events.on('removed', (id) => tell('bulk.removed', { id }));
}
