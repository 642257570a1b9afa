/**
 * What the station stores about the hub, in `station.sqlite`: what is due to it, the ids of its offers, the events that were committed, and
 * records of other branches. Triggers of the tables of visits and publications make rows due, in the transaction of the change.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type ClaimAnswer, claimAnswerSchema, maxKnownEvents } from '../../../shared/domain/web-service/hub.ts';
import type { Database } from '../../platform/storage/database.ts';
import { openJsonRows } from '../../platform/storage/json-rows.ts';

/** One row of the outbox. `number` grows with each change; `subject` is the id of a visit or publication, or `restoration`. */
export type DueRow = { number: number; kind: 'claims' | 'publication'; subject: string };

/** The subject of a row that tells the hub that the data are of an earlier time. */
export const restoration = '';

export type HubRepository = {
  /** The enrolment for which rows become due; null for none. */
  enrolledAs(): string | null;
  /**
   * Begins an enrolment, or continues one that the database has lost: all visits with numbers and all offered publications become due, as
   * after a restore. Offers at a hub with another address end, since nothing of them is learned any more; `left` gets their publications.
   * Part of the current transaction.
   */
  begin(stationId: string, address: string, left: (publicationId: string) => void): void;
  /**
   * Removes everything that is due to the hub or known of it, but for offers: the next station of its name there gets their fetches. Part of
   * the current transaction.
   */
  end(): void;
  /**
   * Makes all of `begin` due again. `isRestored`: first of all, that the hub sends again what is unknown here, and withdraws all documents:
   * it may have some that are unknown, too.
   */
  markAll(isRestored: boolean): void;
  /**
   * Notes the history of the hub's database. Another one than before may be of an earlier time: what `markAll` says is due then.
   * @returns whether it is another one
   */
  noteHistory(history: string): boolean;
  /** Notes that the hub has done so; documents that are offered are due again. */
  restored(row: DueRow): void;

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

  /** Whether an event was committed, and nothing was lost since. */
  isKnown(eventId: string): boolean;
  /** Whether an event was committed before rows were lost, which may be of it. */
  isSentAgain(eventId: string): boolean;
  /** The latest events that the data had when they were restored, at most `maxKnownEvents`: later ones are younger than what is unknown. */
  eventsOfRestore(): string[];
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

export function openHubRepository(database: Database): HubRepository {
  const { sql, transaction } = database;
  const restored = openEventsOfRestore(database);
  const offers = openOffers(database);
  const selectEnrolment = sql.prepare('SELECT station_id FROM hub_enrolment');
  const selectNext = sql.prepare('SELECT number, kind, subject FROM hub_outbox WHERE kind = ? AND number > ? ORDER BY number LIMIT 1');
  const removeSent = sql.prepare('DELETE FROM hub_outbox WHERE number = ? AND kind = ? AND subject = ?');
  const selectDue = sql.prepare('SELECT 1 FROM hub_outbox WHERE kind = ? AND subject = ?');
  const selectWaiting = sql.prepare("SELECT count(*) FILTER (WHERE kind = 'claims') AS claims, count(*) AS total FROM hub_outbox");
  const updateSequence = sql.prepare("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'hub_outbox'");
  const replaceDue = sql.prepare('INSERT OR REPLACE INTO hub_outbox (kind, subject) VALUES (?, ?)');
  const selectEvent = sql.prepare('SELECT is_known FROM hub_event WHERE id = ?');
  const insertEvent = sql.prepare('INSERT INTO hub_event (id, at) VALUES (?, ?) ON CONFLICT DO UPDATE SET is_known = 1');
  const removeEvents = sql.prepare(
    'DELETE FROM hub_event WHERE at < ? AND rowid < coalesce((SELECT min(rowid) FROM hub_event WHERE at BETWEEN ? AND ?), rowid + 1)',
  );

  const markOffered = (): void =>
    void sql.exec(`INSERT OR IGNORE INTO hub_outbox (kind, subject)
      SELECT 'publication', id FROM publication
        WHERE state = 'offered' OR id IN (SELECT publication_id FROM hub_offer WHERE is_ended = 0) ORDER BY number`);
  const markAll = (isRestored: boolean): void =>
    transaction(() => {
      if (isRestored) {
        // After a restore that the hub does not know of yet, the events of that one count.
        if (selectDue.get('publication', restoration) === undefined) restored.note();
        replaceDue.run('publication', restoration);
      }
      sql.exec(`INSERT OR REPLACE INTO hub_outbox (kind, subject)
        SELECT 'claims', id FROM visit WHERE transaction_key IS NOT NULL OR person_key IS NOT NULL ORDER BY number`);
      markOffered();
    });
  const clear = (): void => void sql.exec('DELETE FROM hub_enrolment; DELETE FROM hub_outbox; DELETE FROM hub_elsewhere');

  return {
    enrolledAs: () => asText(selectEnrolment.get(), 'station_id'),
    begin: (stationId, address, left) =>
      transaction(() => {
        for (const id of offers.goTo(address)) left(id);
        if (selectEnrolment.get() !== undefined) clear();
        sql.prepare('INSERT INTO hub_enrolment VALUES (?)').run(stationId);
        markAll(true);
      }),
    end: () => transaction(clear),
    markAll,
    noteHistory: (history) =>
      transaction(() => {
        const isOther = offers.noteHistory(history);
        if (isOther) markAll(true);
        return isOther;
      }),
    restored: ({ number, kind, subject }) =>
      transaction(() => {
        removeSent.run(number, kind, subject);
        restored.forget();
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
    ...offers.of,
    eventsOfRestore: restored.events,
    isKnown: (eventId) => selectEvent.get(eventId)?.is_known === 1,
    isSentAgain: (eventId) => selectEvent.get(eventId)?.is_known === 0,
    note: (eventId, at) => void insertEvent.run(eventId, at.toISOString()),
    forgetEventsBefore: (at, now) => void transaction(() => removeEvents.run(at.toISOString(), at.toISOString(), now.toISOString())),
    ...openElsewhere(database),
  };
}

/** The offers, and which hub has them. */
function openOffers(database: Database) {
  const { sql, transaction } = database;
  const hubs = openJsonRows(database, 'hub', z.object({ address: z.string(), history: z.string().nullable() }));
  const select = sql.prepare('SELECT id FROM hub_offer WHERE publication_id = ? AND is_ended = 0');
  const count = sql.prepare('SELECT count(*) AS count FROM hub_offer WHERE is_ended = 0');
  const insert = sql.prepare('INSERT INTO hub_offer (id, publication_id) VALUES (?, ?)');
  const end = sql.prepare('UPDATE hub_offer SET is_ended = 1 WHERE id = ?');
  const endAll = sql.prepare('UPDATE hub_offer SET is_ended = 1 WHERE is_ended = 0 RETURNING publication_id');
  const selectPublication = sql.prepare('SELECT publication_id FROM hub_offer WHERE id = ?');
  const open = (publicationId: string): string[] => select.all(publicationId).map(({ id }) => String(id));
  const of: Pick<HubRepository, 'offers' | 'offer' | 'openOffers' | 'endOffer' | 'publicationOf'> = {
    offers: () => Number(count.get()?.count),
    offer: (publicationId) =>
      transaction(() => {
        const [first] = open(publicationId);
        const id = first ?? randomUUID();
        if (first === undefined) insert.run(id, publicationId);
        return id;
      }),
    openOffers: open,
    endOffer: (id) => void transaction(() => end.run(id)),
    publicationOf: (offerId) => asText(selectPublication.get(offerId), 'publication_id'),
  };
  return {
    of,
    /** Ends all offers at a hub with another address. Returns their publications. */
    goTo(address: string): string[] {
      const before = hubs.get('offers');
      hubs.put('offers', { address, history: null });
      return before === null || before.address === address ? [] : endAll.all().map((row) => String(row.publication_id));
    },
    /** Returns whether the hub had another history before. */
    noteHistory(history: string): boolean {
      const before = hubs.get('offers');
      if (before === null || before.history === history) return false;
      hubs.put('offers', { ...before, history });
      return before.history !== null;
    },
  };
}

/** The latest events that the data had when they were restored, until the hub knows of it. */
function openEventsOfRestore(database: Database) {
  const rows = openJsonRows(database, 'hub-restoration', z.array(z.uuid()));
  const selectLatest = database.sql.prepare('SELECT id FROM hub_event WHERE is_known = 1 ORDER BY rowid DESC LIMIT ?');
  const latest = (): string[] => selectLatest.all(maxKnownEvents).map(({ id }) => String(id));
  return {
    note: () => rows.put(restoration, latest()),
    events: () => rows.get(restoration) ?? [],
    forget: () => rows.remove(restoration),
  };
}

function openElsewhere({ sql, transaction }: Database): Pick<HubRepository, 'elsewhere' | 'setElsewhere'> {
  const select = sql.prepare('SELECT value FROM hub_elsewhere WHERE visit_id = ?');
  // A visit that was removed while its claims were sent has no row.
  const upsert = sql.prepare(
    'INSERT INTO hub_elsewhere (visit_id, value) SELECT id, ? FROM visit WHERE id = ? ON CONFLICT DO UPDATE SET value = excluded.value',
  );
  const remove = sql.prepare('DELETE FROM hub_elsewhere WHERE visit_id = ?');
  return {
    elsewhere(visitId) {
      const text = asText(select.get(visitId), 'value');
      return text === null ? [] : elsewhereSchema.parse(JSON.parse(text));
    },
    setElsewhere: (visitId, records) =>
      void transaction(() => (records.length === 0 ? remove.run(visitId) : upsert.run(JSON.stringify(records), visitId))),
  };
}
