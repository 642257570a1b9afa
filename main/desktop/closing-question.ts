/** Which question closing asks, from what would be left undone or lost. Pure. */
import type { Station } from '../app/station.ts';

export type Work = Pick<Station, 'open' | 'queue' | 'screening' | 'bulk' | 'visits'>;

/** `name`: of `closing` in the words of the shell. `searchesToo`: visits, lists and searches are lost beside it. */
export type ClosingQuestion = {
  name: 'signedLost' | 'lost' | 'doubtLost' | 'searchesLost' | 'sending' | 'waiting';
  searchesToo: boolean;
};

/**
 * Null when no work is left. Stored visits, lists and screenings continue at the next start without a question.
 * Without a keychain queue, visits, lists and searches end with the station: what would be gone is asked first.
 */
export function closingQuestion(station: Work): ClosingQuestion | null {
  const { sending, waiting, doubtful, undelivered } = station.open();
  const searchesToo = searchesLost(station);
  if (station.queue.state().memoryOnly !== null) {
    if (undelivered > 0) return { name: 'signedLost', searchesToo };
    if (waiting > 0) return { name: 'lost', searchesToo };
    if (doubtful > 0) return { name: 'doubtLost', searchesToo };
  }
  if (searchesToo) return { name: 'searchesLost', searchesToo: false };
  if (sending > 0) return { name: 'sending', searchesToo };
  return waiting > 0 ? { name: 'waiting', searchesToo } : null;
}

/** A list that is done counts too: its answers and decisions are nowhere else. */
function searchesLost({ screening, bulk, visits }: Work): boolean {
  const { memoryOnly, waiting } = screening.state();
  return memoryOnly !== null && (waiting > 0 || bulk.list().length > 0 || visits.page({ text: '', show: 'all' }, 0, 1).total > 0);
}
