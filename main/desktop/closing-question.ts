/** Chooses the question before closing, by the work that would be left or lost. Pure. */
import type { Station } from '../app/station.ts';

export type Work = Pick<Station, 'open' | 'queue' | 'screening' | 'bulk' | 'visits'>;

/** `name`: of `closing` in the words of the shell. `screeningsToo`: visits, bulk screenings and waiting screenings are lost too. */
export type ClosingQuestion = {
  name: 'signedLost' | 'lost' | 'doubtLost' | 'screeningsLost' | 'sending' | 'waiting';
  screeningsToo: boolean;
};

/**
 * Returns null when no work is left. Stored visits, bulk screenings and screenings continue at the next start without a question.
 * In memory-only mode the queue, visits and screenings end with the station, so their loss is the first question.
 */
export function closingQuestion(station: Work): ClosingQuestion | null {
  const { sending, waiting, doubtful, undelivered } = station.open();
  const screeningsToo = screeningsLost(station);
  if (station.queue.state().memoryOnly !== null) {
    if (undelivered > 0) return { name: 'signedLost', screeningsToo };
    if (waiting > 0) return { name: 'lost', screeningsToo };
    if (doubtful > 0) return { name: 'doubtLost', screeningsToo };
  }
  if (screeningsToo) return { name: 'screeningsLost', screeningsToo: false };
  if (sending > 0) return { name: 'sending', screeningsToo };
  return waiting > 0 ? { name: 'waiting', screeningsToo } : null;
}

/** A finished bulk screening counts too: its answers and decisions are stored nowhere else. */
function screeningsLost({ screening, bulk, visits }: Work): boolean {
  const { memoryOnly, waiting } = screening.state();
  return memoryOnly !== null && (waiting > 0 || bulk.list().length > 0 || visits.page({ text: '', show: 'all' }, 0, 1).total > 0);
}
