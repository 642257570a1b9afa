/** Chooses the question before closing, by the work that would be left or lost. Pure. */
import type { Station } from '../app/station.ts';

export type Work = Pick<Station, 'open' | 'queue' | 'screening' | 'bulk' | 'visits'>;

type Name = 'signedLost' | 'lost' | 'doubtLost' | 'screeningsLost' | 'sending' | 'waiting' | 'inputLost';

/** `name`: of `closing` in the words of the shell. `lostToo`: of `closingToo`, what is lost besides. */
export type ClosingQuestion = { name: Name; lostToo: readonly ('screenings' | 'input')[] };

/**
 * Returns null when neither work nor input is left. Stored visits, bulk screenings and screenings continue at the next start without a
 * question. In memory-only mode the queue, visits and screenings end with the station, so their loss is the first question.
 */
export function closingQuestion(station: Work, hasInput: boolean): ClosingQuestion | null {
  const hasScreenings = screeningsLost(station);
  const name = mostImportant(station, hasScreenings) ?? (hasInput ? 'inputLost' : null);
  if (name === null) return null;
  const screenings = hasScreenings && name !== 'screeningsLost' ? (['screenings'] as const) : [];
  const input = hasInput && name !== 'inputLost' ? (['input'] as const) : [];
  return { name, lostToo: [...screenings, ...input] };
}

function mostImportant(station: Work, hasScreenings: boolean): Name | null {
  const { sending, waiting, doubtful, undelivered } = station.open();
  if (station.queue.state().memoryOnly !== null) {
    if (undelivered > 0) return 'signedLost';
    if (waiting > 0) return 'lost';
    if (doubtful > 0) return 'doubtLost';
  }
  if (hasScreenings) return 'screeningsLost';
  if (sending > 0) return 'sending';
  return waiting > 0 ? 'waiting' : null;
}

/** A finished bulk screening counts too: its answers and decisions are stored nowhere else. */
function screeningsLost({ screening, bulk, visits }: Work): boolean {
  const { memoryOnly, waiting } = screening.state();
  return memoryOnly !== null && (waiting > 0 || bulk.list().length > 0 || visits.page({ text: '', show: 'all' }, 0, 1).total > 0);
}
