/** Which visit a pushed record belongs to; pure. */
import { identificationKey } from '../../shared/domain/names.ts';
import type { RecordReading } from '../../shared/domain/record.ts';
import type { KeptCase } from './kept-case.ts';

/** Milliseconds for which a visit without a transaction number takes in a record of the same identification. */
const sameVisit = 24 * 3_600_000;

/**
 * The visit of the same transaction number (`TransactionId` or `Uid`), else one of the same identification in which
 * something happened within a day and that is of no other transaction; null when there is none.
 * @param visits those that changed last come first
 */
export function homeOf(
  reading: Pick<RecordReading, 'uid' | 'transaction' | 'identification'>,
  visits: readonly KeptCase[],
  now: Date,
): KeptCase | null {
  const numbers = [reading.transaction, reading.uid].flatMap((text) => (text ? [text.trim()] : []));
  const same = visits.find(({ transaction }) => transaction !== '' && numbers.includes(transaction));
  if (same) return same;
  const key = identificationKey(reading.identification);
  if (key === '') return null;
  const recent = ({ changedAt }: KeptCase) => now.getTime() - Date.parse(changedAt) < sameVisit;
  return visits.find((visit) => visit.transaction === '' && identificationKey(visit.identification) === key && recent(visit)) ?? null;
}
