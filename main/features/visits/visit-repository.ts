/** A visit and its row; visits in the database. A change is on the disk when the call returns. */

import { z } from 'zod';
import { dayMs } from '../../../shared/domain/day.ts';
import { faceVerdictSchema } from '../../../shared/domain/records/record.ts';
import { outcomeSchema, verdictSchema } from '../../../shared/domain/screening/screening.ts';
import { isUnderWay } from '../../../shared/domain/signing/job-status.ts';
import { documentVerificationSchema } from '../../../shared/domain/signing/signing.ts';
import { identificationKey, transactionKey } from '../../../shared/domain/text-folding.ts';
import { type VisitFilter, visitDetailsSchema, visitDocumentSchema } from '../../../shared/domain/visits/visit.ts';
import { StationError } from '../../../shared/errors.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Condition } from '../../platform/storage/list-page.ts';
import type { Opened } from '../../platform/storage/rows.ts';
import { searchText, typedCondition } from '../../platform/storage/search-text.ts';
import { openTable, readable, type Table } from '../../platform/storage/table.ts';
import { isUnsettled } from '../signing/signing.ts';
import type { VisitIndex } from './rules/match-visit.ts';
import { nearBefore, type RetentionTime, warning } from './rules/retention-period.ts';

const visitFileSchema = z.object({ id: z.string(), size: z.number().int(), sha256: z.string() });

const visitDocumentRowSchema = visitDocumentSchema.omit({ copies: true, verification: true }).extend({
  verification: documentVerificationSchema.nullable(),
  /** Encrypted copies of the visit's own: `{ kind: 'visit', owner: <visit id>, id }`. */
  originalCopy: visitFileSchema.nullable(),
  signedCopy: visitFileSchema.nullable(),
});
export type VisitDocumentRow = z.infer<typeof visitDocumentRowSchema>;

/** What lists and rules need of the records and screenings of a visit, so that none of these is opened for them. */
export const visitFactsSchema = z.object({
  records: z.number().int(),
  screenings: z.number().int(),
  /** Pending screenings. */
  waitingSearches: z.number().int(),
  /** The latest record; null without one, or when it cannot be opened. */
  record: z
    .object({
      id: z.string(),
      identification: z.string(),
      face: faceVerdictSchema,
      /** Number of things that a person should notice in it, other than the face. */
      alerts: z.number().int(),
      /** It shares no word of its name with the visit. */
      otherName: z.boolean(),
    })
    .nullable(),
  /** Answered screenings, in the order of their answers. */
  asked: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      identification: z.string(),
      answeredAt: z.string(),
      outcome: outcomeSchema,
      block: z.boolean().nullable(),
      verdict: verdictSchema.nullable(),
    }),
  ),
});
export type VisitFacts = z.infer<typeof visitFactsSchema>;

const visitRowSchema = visitDetailsSchema.extend({
  id: z.string(),
  openedAt: z.string(),
  changedAt: z.string(),
  openedBy: z.string(),
  documents: z.array(visitDocumentRowSchema),
  overrides: z.array(z.object({ key: z.string(), by: z.string(), at: z.string(), reason: z.string() })),
  /** As of the last change; derived again when the visit is opened. */
  facts: visitFactsSchema,
  /** When the warning of its removal started; null before that, and again after a change. */
  warnedAt: z.string().nullable(),
});
export type VisitRow = z.infer<typeof visitRowSchema>;

/** The policy evaluation of a visit, stored so that the list can filter and count by it. */
export type VisitEvaluation = {
  /** The number of blocking findings; null when the row does not parse, so they are unknown. */
  blocking: number | null;
  /** The key of the policy of this evaluation. */
  policy: string;
  /** Milliseconds since 1970 at which time alone may change them; null for no such time. */
  until: number | null;
};

/** `due`: the number of visits near their removal; `firstRemoval`: milliseconds since 1970, null for none. */
type VisitCounts = { attention: number; waiting: number; due: number; firstRemoval: number | null };

/** Returns the number of pending documents and screenings of a visit, as stored. */
export const pendingIn = ({ documents, facts }: Pick<VisitRow, 'documents' | 'facts'>): number =>
  documents.filter(isOpen).length + facts.waitingSearches;

/** In progress, or waiting for a person. */
const isOpen = (document: VisitDocumentRow): boolean => isUnderWay(document.status) || isUnsettled(document);

export type VisitRepository = Pick<Table<VisitRow>, 'find' | 'has' | 'put' | 'remove'> & {
  /** @throws StationError `visit-unknown`, UnreadableRow */
  get(id: string): VisitRow;
  any(): boolean;
  /** Finds the visits that parse, by transaction number and by person. */
  index: VisitIndex<VisitRow>;
  /** The most recently changed first; a row that does not parse is in its place by its column. */
  page(filter: VisitFilter, time: RetentionTime, offset: number, limit: number): { total: number; rows: Opened<VisitRow>[] };
  counts(time: RetentionTime): VisitCounts;
  /** Visits that may be removed soon, or now; see `removalOf`. */
  nearRemoval(time: RetentionTime): string[];
  /** Returns visits evaluated by another policy, or until a time that is over. @param now milliseconds since 1970 */
  outdated(policy: string, now: number, limit: number): string[];
  /** Stores the visit and its evaluation in one write. */
  putEvaluated(visit: VisitRow, evaluation: VisitEvaluation): void;
  setEvaluation(id: string, evaluation: VisitEvaluation): void;
};

const keyOrNull = (key: string): string | null => (key === '' ? null : key);
const msOf = (time: string): number => Date.parse(time);

const hasBlockingFinding = 'blocking IS NULL OR blocking > 0';
const waits = 'waiting > 0';

function shownCondition(show: VisitFilter['show'], time: RetentionTime): Condition {
  if (show === 'attention') return { where: hasBlockingFinding, values: [] };
  if (show === 'waiting') return { where: waits, values: [] };
  if (show === 'due') return { where: 'changed_at <= ?', values: [nearBefore(time)] };
  return { where: '1', values: [] };
}

export function openVisitRepository(database: Database): VisitRepository {
  const { sql } = database;
  const visits = openTable<VisitRow, VisitEvaluation>({
    database,
    table: 'visit',
    kind: 'visit',
    schema: visitRowSchema,
    columns: {
      changed_at: ({ changedAt }) => msOf(changedAt),
      warned_at: ({ warnedAt }) => (warnedAt === null ? null : msOf(warnedAt)),
      transaction_key: ({ transaction }) => keyOrNull(transactionKey(transaction)),
      person_key: ({ identification }) => keyOrNull(identificationKey(identification)),
      waiting: pendingIn,
      search_text: ({ name, identification, transaction }) => searchText([name], [identification, transaction]),
    },
    more: { blocking: ({ blocking }) => blocking, evaluated_policy: ({ policy }) => policy, evaluate_again_at: ({ until }) => until },
  });
  const ofTransaction = visits.select('WHERE transaction_key = ? ORDER BY changed_at DESC');
  const ofPerson = visits.select('WHERE person_key = ? ORDER BY changed_at DESC');
  const ofKey = (find: typeof ofPerson, key: string): VisitRow[] => (key === '' ? [] : readable(find(key)));
  const countBlocked = visits.count(hasBlockingFinding);
  const countWaiting = visits.count(waits);
  const anyRow = sql.prepare('SELECT 1 FROM visit LIMIT 1');
  const near = sql.prepare('SELECT id FROM visit INDEXED BY visit_by_removal WHERE changed_at <= ? ORDER BY changed_at');
  // The rule of `removalOf`, over all visits.
  const due = sql.prepare(
    'SELECT count(*) AS due, min(max(changed_at + ?, coalesce(warned_at, ?) + ?)) AS first FROM visit INDEXED BY visit_by_removal WHERE changed_at <= ?',
  );
  const ofOtherPolicy = sql.prepare(
    'SELECT id FROM visit WHERE evaluated_policy < ? UNION ALL SELECT id FROM visit WHERE evaluated_policy > ? LIMIT ?',
  );
  const ofOtherTime = sql.prepare('SELECT id FROM visit WHERE evaluate_again_at <= ? LIMIT ?');
  const setEvaluation = sql.prepare('UPDATE visit SET blocking = ?, evaluated_policy = ?, evaluate_again_at = ? WHERE id = ?');
  const outdate = sql.prepare("UPDATE visit SET evaluated_policy = '' WHERE transaction_key = ? OR person_key = ?");

  return {
    find: visits.find,
    has: visits.has,
    put: visits.put,
    get(id) {
      const visit = visits.get(id);
      if (!visit) throw new StationError('visit-unknown');
      return visit;
    },
    any: () => anyRow.get() !== undefined,
    index: {
      ofTransaction: (transaction) => ofKey(ofTransaction, transactionKey(transaction)),
      ofPerson: (identification) => ofKey(ofPerson, identificationKey(identification)),
    },
    page: ({ text, show }, time, offset, limit) =>
      visits.page(
        {
          index: 'visit_list',
          conditions: [shownCondition(show, time), typedCondition(text)],
          order: 'changed_at DESC, number DESC',
        },
        offset,
        limit,
      ),
    counts(time) {
      const counted = due.get(time.days * dayMs, time.now, warning.atLeast * dayMs, nearBefore(time));
      const first = counted?.first ?? null;
      return {
        attention: countBlocked(),
        waiting: countWaiting(),
        due: Number(counted?.due),
        firstRemoval: first === null ? null : Number(first),
      };
    },
    nearRemoval: (time) => near.all(nearBefore(time)).map(({ id }) => String(id)),
    outdated: (policy, now, limit) =>
      [...ofOtherPolicy.all(policy, policy, limit), ...ofOtherTime.all(now, limit)].map(({ id }) => String(id)),
    putEvaluated: visits.putWith,
    setEvaluation: (id, { blocking, policy, until }) => database.transaction(() => void setEvaluation.run(blocking, policy, until, id)),
    remove: (id) =>
      database.transaction(() => {
        const visit = visits.find(id);
        visits.remove(id);
        // Visits of the same person or transaction count its screenings too.
        if (visit) outdate.run(keyOrNull(transactionKey(visit.transaction)), keyOrNull(identificationKey(visit.identification)));
      }),
  };
}
