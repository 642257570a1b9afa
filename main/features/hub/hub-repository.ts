/**
 * What the station stores about the hub, in `station.sqlite`: what is due to it, the ids of its offers, the events that were committed, and
 * records of other branches. Triggers of the tables of visits and publications make rows due, in the transaction of the change.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type ClaimAnswer, claimAnswerSchema } from '../../../shared/domain/web-service/hub.ts';
import type { Database } from '../../platform/storage/database.ts';

/** One row of the outbox. `number` grows with each change; `subject` is the id of a visit or publication, or `allPublications`. */
export type DueRow = { number: number; kind: 'claims' | 'publication'; subject: string };

/** The subject of a row that withdraws all documents at the hub. */
export const allPublications = '';

export type HubRepository = {
  /** The enrolment for which rows become due; null for none. */
  enrolledAs(): string | null;
  /** Begins an enrolment: all visits with numbers and all offered publications become due, under new offers. Part of the current transaction. */
  begin(stationId: string): void;
  /** Removes everything that is due to the hub or known of it. Part of the current transaction. */
  end(): void;
  /** Makes all of `begin` due again. `isRestored`: first of all, that the hub withdraws all documents: it may have some that are unknown here. */
  markAll(isRestored: boolean): void;
  /** Notes that the hub has withdrawn all documents; those that are offered are due again. */
  allWithdrawn(row: DueRow): void;

  /** The row of a kind after a number, the oldest first; null after the last. */
  next(kind: DueRow['kind'], after: number): DueRow | null;
  /** Removes a row that was sent, unless its subject has changed since. */
  sent(row: DueRow): void;
  /** Makes the subject of a row due again, under a number higher than `newest`: the database is of an earlier time than the hub. */
  outdated(row: DueRow, newest: number): void;
  isDue(kind: DueRow['kind'], subject: string): boolean;
  waiting(): { claims: number; publications: number };
  /** The number of offers that have not ended. */
  offers(): number;

  /** Returns the id of the current offer of a publication, and creates it. */
  offer(publicationId: string): string;
  /** Offers of a publication that have not ended. */
  openOffers(publicationId: string): string[];
  endOffer(id: string): void;
  /** The publication of an offer; null for an unknown one. */
  publicationOf(offerId: string): string | null;

  /** Whether an event was committed. */
  isKnown(eventId: string): boolean;
  /** Notes an event as committed. Part of the current transaction. */
  note(eventId: string, at: Date): void;
  /** Forgets the events of before that time, but none that follows one from between the two times, whatever the clock said. */
  forgetEventsBefore(at: Date, now: Date): void;

  /** Records of a visit that other branches have. */
  elsewhere(visitId: string): ClaimAnswer['elsewhere'];
  setElsewhere(visitId: string, records: ClaimAnswer['elsewhere']): void;
};

const dueRow = z.object({ number: z.number(), kind: z.enum(['claims', 'publication']), subject: z.string() });
const elsewhereSchema = claimAnswerSchema.shape.elsewhere;
const asText = (row: Record<string, unknown> | undefined, column: string): string | null =>
  row === undefined ? null : String(row[column]);

export function openHubRepository({ sql, transaction }: Database): HubRepository {
  const selectEnrolment = sql.prepare('SELECT station_id FROM hub_enrolment');
  const selectNext = sql.prepare('SELECT number, kind, subject FROM hub_outbox WHERE kind = ? AND number > ? ORDER BY number LIMIT 1');
  const removeSent = sql.prepare('DELETE FROM hub_outbox WHERE number = ? AND kind = ? AND subject = ?');
  const selectDue = sql.prepare('SELECT 1 FROM hub_outbox WHERE kind = ? AND subject = ?');
  const selectWaiting = sql.prepare("SELECT count(*) FILTER (WHERE kind = 'claims') AS claims, count(*) AS total FROM hub_outbox");
  const updateSequence = sql.prepare("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'hub_outbox'");
  const replaceDue = sql.prepare('INSERT OR REPLACE INTO hub_outbox (kind, subject) VALUES (?, ?)');
  const selectOffers = sql.prepare('SELECT id FROM hub_offer WHERE publication_id = ? AND is_ended = 0');
  const countOffers = sql.prepare('SELECT count(*) AS count FROM hub_offer WHERE is_ended = 0');
  const insertOffer = sql.prepare('INSERT INTO hub_offer (id, publication_id) VALUES (?, ?)');
  const updateOffer = sql.prepare('UPDATE hub_offer SET is_ended = 1 WHERE id = ?');
  const selectPublication = sql.prepare('SELECT publication_id FROM hub_offer WHERE id = ?');
  const selectEvent = sql.prepare('SELECT 1 FROM hub_event WHERE id = ?');
  const insertEvent = sql.prepare('INSERT OR IGNORE INTO hub_event (id, at) VALUES (?, ?)');
  const removeEvents = sql.prepare(
    'DELETE FROM hub_event WHERE at < ? AND rowid < coalesce((SELECT min(rowid) FROM hub_event WHERE at BETWEEN ? AND ?), rowid + 1)',
  );
  const selectElsewhere = sql.prepare('SELECT value FROM hub_elsewhere WHERE visit_id = ?');
  // A visit that was removed while its claims were sent has no row.
  const upsertElsewhere = sql.prepare(
    'INSERT INTO hub_elsewhere (visit_id, value) SELECT id, ? FROM visit WHERE id = ? ON CONFLICT DO UPDATE SET value = excluded.value',
  );
  const removeElsewhere = sql.prepare('DELETE FROM hub_elsewhere WHERE visit_id = ?');

  const openOffers = (publicationId: string): string[] => selectOffers.all(publicationId).map(({ id }) => String(id));
  const markOffered = (): void =>
    void sql.exec(`INSERT OR IGNORE INTO hub_outbox (kind, subject)
      SELECT 'publication', id FROM publication WHERE state = 'offered' ORDER BY number`);
  const markAll = (isRestored: boolean): void =>
    transaction(() => {
      if (isRestored) replaceDue.run('publication', allPublications);
      sql.exec(`INSERT OR REPLACE INTO hub_outbox (kind, subject)
        SELECT 'claims', id FROM visit WHERE transaction_key IS NOT NULL OR person_key IS NOT NULL ORDER BY number`);
      markOffered();
    });
  const clear = (): void =>
    void sql.exec('DELETE FROM hub_enrolment; DELETE FROM hub_outbox; DELETE FROM hub_offer; DELETE FROM hub_elsewhere');

  return {
    enrolledAs: () => asText(selectEnrolment.get(), 'station_id'),
    begin: (stationId) =>
      transaction(() => {
        clear();
        sql.prepare('INSERT INTO hub_enrolment VALUES (?)').run(stationId);
        markAll(false);
      }),
    end: () => transaction(clear),
    markAll,
    allWithdrawn: ({ number, kind, subject }) =>
      transaction(() => {
        sql.exec('UPDATE hub_offer SET is_ended = 1');
        removeSent.run(number, kind, subject);
        markOffered();
      }),
    next(kind, after) {
      const row = selectNext.get(kind, after);
      return row === undefined ? null : dueRow.parse(row);
    },
    sent: ({ number, kind, subject }) => void transaction(() => removeSent.run(number, kind, subject)),
    outdated: ({ kind, subject }, newest) =>
      transaction(() => {
        // The next number of the column follows this one.
        updateSequence.run(newest);
        replaceDue.run(kind, subject);
      }),
    isDue: (kind, subject) => selectDue.get(kind, subject) !== undefined,
    waiting() {
      const { claims, total } = selectWaiting.get() ?? {};
      return { claims: Number(claims), publications: Number(total) - Number(claims) };
    },
    offers: () => Number(countOffers.get()?.count),
    offer: (publicationId) =>
      transaction(() => {
        const [known] = openOffers(publicationId);
        const id = known ?? randomUUID();
        if (known === undefined) insertOffer.run(id, publicationId);
        return id;
      }),
    openOffers,
    endOffer: (id) => void transaction(() => updateOffer.run(id)),
    publicationOf: (offerId) => asText(selectPublication.get(offerId), 'publication_id'),
    isKnown: (eventId) => selectEvent.get(eventId) !== undefined,
    note: (eventId, at) => void insertEvent.run(eventId, at.toISOString()),
    forgetEventsBefore: (at, now) => void transaction(() => removeEvents.run(at.toISOString(), at.toISOString(), now.toISOString())),
    elsewhere(visitId) {
      const text = asText(selectElsewhere.get(visitId), 'value');
      return text === null ? [] : elsewhereSchema.parse(JSON.parse(text));
    },
    setElsewhere: (visitId, records) =>
      void transaction(() => (records.length === 0 ? removeElsewhere.run(visitId) : upsertElsewhere.run(JSON.stringify(records), visitId))),
  };
}
