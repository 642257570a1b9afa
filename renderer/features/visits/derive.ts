/** Derives from a visit: its details and title, the next step, the order of its findings, its marks. Pure. */

import type { Finding } from '../../../shared/domain/policy.ts';
import type { VisitDetails, VisitSummary, VisitView } from '../../../shared/domain/visit.ts';
import type { PublicationKey } from '../../../shared/domain/web-service.ts';

export const noDetails: VisitDetails = { name: '', identification: '', transaction: '' };

export const trimmed = ({ name, identification, transaction }: VisitDetails): VisitDetails => ({
  name: name.trim(),
  identification: identification.trim(),
  transaction: transaction.trim(),
});

/** Whether all three details are blank: a visit needs at least one of them. */
export const saysNothing = (details: VisitDetails): boolean => Object.values(trimmed(details)).every((text) => text === '');

/** Returns the title of a visit; empty when nothing is known of it. */
export const titleOf = ({ name, identification, transaction }: VisitDetails): string => name || identification || transaction;

/** Returns the `clientInfo` for signing (endpoint D): the transaction number where there is one. */
export const clientInfoOf = ({ name, identification, transaction }: VisitDetails): string => transaction || identification || name;

/** Returns the keys under which a document of the visit is published, as far as they are known. */
export function keysOfVisit(details: VisitDetails): PublicationKey[] {
  const { identification, transaction } = trimmed(details);
  const keys: PublicationKey[] = [
    { kind: 'identification', value: identification },
    { kind: 'transaction', value: transaction },
  ];
  return keys.filter(({ value }) => value !== '');
}

export type Step = 'fetch' | 'screen' | 'sign';

/** Returns the next missing step, in the order of the counter: the record, the screening, the signature. Null while a rule blocks it. */
export function nextStep(
  { records, screenings, blocking }: Pick<VisitView, 'records' | 'screenings' | 'blocking'>,
  can: { fetch: boolean; search: boolean },
): Step | null {
  if (can.fetch && records.length === 0) return 'fetch';
  if (can.search && screenings.length === 0) return 'screen';
  return blocking === 0 ? 'sign' : null;
}

/** Whether a person may override it with a reason. A finding that only warns needs none. */
export const canOverride = ({ level, overridable, overridden }: Finding): boolean => level === 'stop' && overridable && overridden === null;

const rank = ({ level, overridden }: Finding): number => (overridden ? 2 : level === 'stop' ? 0 : 1);

/** Orders findings: blocking, then warning, then overridden. */
export const inOrder = (findings: readonly Finding[]): Finding[] => findings.toSorted((a, b) => rank(a) - rank(b));

/** The state of a visit, in small marks. */
export type MarkKind =
  | 'unreadable'
  | 'stopped'
  | 'removal'
  | 'blocked'
  | 'match'
  | 'unavailable'
  | 'clear'
  | 'face-approved'
  | 'face-not-approved'
  | 'face-none'
  | 'documents'
  | 'waiting';

/** `count`: number of counted items; `at`: a date, if the mark has one. */
export type Mark = { kind: MarkKind; count?: number; at?: string };

/** Marks by column of the list. */
export type Marks = { face: Mark[]; search: Mark[]; documents: Mark[]; stands: Mark[] };

type Marked = Pick<VisitSummary, 'face' | 'outcome' | 'blocked' | 'blocking' | 'waiting' | 'documents' | 'removal' | 'problem'>;

/** The mark of a stored row that does not parse. */
export const unreadable: Mark = { kind: 'unreadable' };

/** Returns the marks of a visit; one that cannot be opened has no other marks. A blocked person is never marked as clear. */
export function marksOf({ face, outcome, blocked, blocking, waiting, documents, removal, problem }: Marked): Marks {
  if (problem) {
    return { face: [], search: [], documents: [], stands: [unreadable] };
  }
  return {
    face: face === null ? [] : [{ kind: `face-${face}` }],
    search: [
      ...(blocked ? [{ kind: 'blocked' } as const] : []),
      ...(outcome === null || (blocked && outcome === 'clear') ? [] : [{ kind: outcome }]),
    ],
    documents: [
      ...(documents > 0 ? [{ kind: 'documents', count: documents } as const] : []),
      ...(waiting > 0 ? [{ kind: 'waiting', count: waiting } as const] : []),
    ],
    stands: [
      ...(blocking > 0 ? [{ kind: 'stopped', count: blocking } as const] : []),
      ...(removal === null ? [] : [{ kind: 'removal', at: removal } as const]),
    ],
  };
}

/** Returns all marks in one row, those that need a person first. */
export const marksInLine = ({ face, search, documents, stands }: Marks): Mark[] => [...stands, ...search, ...face, ...documents];
