/** How a visit stands, in small marks. Pure. */
import type { VisitSummary } from '../../../shared/domain/visit.ts';

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

/** `count` of what it counts; `at` of what has a day. */
export type Mark = { kind: MarkKind; count?: number; at?: string };

/** In the columns of the list. */
export type Marks = { face: Mark[]; search: Mark[]; documents: Mark[]; stands: Mark[] };

type Marked = Pick<VisitSummary, 'face' | 'outcome' | 'blocked' | 'stops' | 'waiting' | 'documents' | 'removal' | 'problem'>;

/** Of a stored row that does not parse. */
export const unreadable: Mark = { kind: 'unreadable' };

/** Of a visit that cannot be opened nothing else is known. A blocked person is never marked as clear. */
export function marksOf({ face, outcome, blocked, stops, waiting, documents, removal, problem }: Marked): Marks {
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
      ...(stops > 0 ? [{ kind: 'stopped', count: stops } as const] : []),
      ...(removal === null ? [] : [{ kind: 'removal', at: removal } as const]),
    ],
  };
}

/** In one line, what needs a person first. */
export const marksInLine = ({ face, search, documents, stands }: Marks): Mark[] => [...stands, ...search, ...face, ...documents];
