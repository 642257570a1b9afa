/** Maps screening events to entries of the visit's log; pure. */
import type { ScreeningEvent } from '../screening/screening.ts';
import type { NewVisitEvent } from './visit-book.ts';

/** Nothing of a search that was taken back: it is in the visit no longer, and was never asked. */
export function eventsOf({ what, search: { id, outcome, by }, decision, reading }: ScreeningEvent): NewVisitEvent[] {
  switch (what) {
    case 'screened':
      return [{ kind: 'screened', by, about: id, detail: { outcome: outcome ?? '' } }];
    case 'kept':
      return [{ kind: 'screening-kept', by, about: id }];
    case 'decided':
      return decision
        ? [{ kind: 'decided', by: decision.by, about: id, detail: { verdict: decision.verdict, text: decision.reason } }]
        : [];
    case 'read':
      return reading
        ? [{ kind: 'screening-read', by: reading.by, about: id, detail: { outcome: outcome ?? '', text: reading.reason } }]
        : [];
    case 'dropped':
      return [];
  }
}
