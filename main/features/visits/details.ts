/** The details of a visit, from a person's input or from a record; pure. */

import { maxVisitLengths, type VisitDetails, visitDetailsSchema } from '../../../shared/domain/visit.ts';
import { StationError } from '../../../shared/errors.ts';
import type { RecordFacts } from '../records/records.ts';

/** @throws StationError `visit-empty` when nobody could tell whose visit it is */
export function checkedDetails(details: VisitDetails): VisitDetails {
  const { name, identification, transaction } = visitDetailsSchema.parse(details);
  if (name === '' && identification === '' && transaction === '') throw new StationError('visit-empty');
  return { name, identification, transaction };
}

/** Fills the visit's empty details from the record. */
export function filledBy(
  visit: VisitDetails,
  { name, identification, transaction }: Pick<RecordFacts, 'name' | 'identification' | 'transaction'>,
): VisitDetails {
  return {
    name: visit.name || name.slice(0, maxVisitLengths.name),
    identification: visit.identification || identification.slice(0, maxVisitLengths.identification),
    transaction: visit.transaction || (transaction ?? '').slice(0, maxVisitLengths.transaction),
  };
}

/** For the log: who it was said to be. */
export const inOneLine = ({ name, identification, transaction }: VisitDetails): string =>
  [name, identification, transaction].map((part) => part || '–').join(' · ');
