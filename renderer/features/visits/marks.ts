/** The state of a visit, in small marks. Pure. */
import type { VisitSummary } from '../../../shared/domain/visits/visit.ts';

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

/** The columns of the list, and the order of the marks wherever they are in one row: those that need a person first. */
export const markColumns = ['state', 'screening', 'face', 'documents'] as const;
export type Marks = Record<(typeof markColumns)[number], Mark[]>;

type Marked = Pick<VisitSummary, 'face' | 'outcome' | 'personBlocked' | 'blocking' | 'waiting' | 'documents' | 'removal' | 'problem'>;

/** The mark of a stored row that does not parse. */
export const unreadable: Mark = { kind: 'unreadable' };

/** Returns the marks of a visit; one that cannot be opened has no other marks. A blocked person is never marked as clear. */
export function marksOf({ face, outcome, personBlocked, blocking, waiting, documents, removal, problem }: Marked): Marks {
  if (problem) {
    return { face: [], screening: [], documents: [], state: [unreadable] };
  }
  return {
    face: face === null ? [] : [{ kind: `face-${face}` }],
    screening: [
      ...(personBlocked ? [{ kind: 'blocked' } as const] : []),
      ...(outcome === null || (personBlocked && outcome === 'clear') ? [] : [{ kind: outcome }]),
    ],
    documents: [
      ...(documents > 0 ? [{ kind: 'documents', count: documents } as const] : []),
      ...(waiting > 0 ? [{ kind: 'waiting', count: waiting } as const] : []),
    ],
    state: [
      ...(blocking > 0 ? [{ kind: 'stopped', count: blocking } as const] : []),
      ...(removal === null ? [] : [{ kind: 'removal', at: removal } as const]),
    ],
  };
}

/** Returns all marks in one row. */
export const marksInLine = (marks: Marks): Mark[] => markColumns.flatMap((column) => marks[column]);
