/** What a person, or a record, says of a visit; pure. */

import { type CaseDetails, caseDetailsSchema, longestInCase } from '../../../shared/domain/case.ts';
import { StationError } from '../../../shared/errors.ts';
import type { RecordFacts } from '../records/records.ts';

/** @throws StationError `case-empty` when nobody could tell whose visit it is */
export function checkedDetails(details: CaseDetails): CaseDetails {
  const { name, identification, transaction } = caseDetailsSchema.parse(details);
  if (name === '' && identification === '' && transaction === '') throw new StationError('case-empty');
  return { name, identification, transaction };
}

/** What the visit does not say yet, the record says. */
export function filledBy(
  visit: CaseDetails,
  { name, identification, transaction }: Pick<RecordFacts, 'name' | 'identification' | 'transaction'>,
): CaseDetails {
  return {
    name: visit.name || name.slice(0, longestInCase.name),
    identification: visit.identification || identification.slice(0, longestInCase.identification),
    transaction: visit.transaction || (transaction ?? '').slice(0, longestInCase.transaction),
  };
}

/** For the log: who it was said to be. */
export const inOneLine = ({ name, identification, transaction }: CaseDetails): string =>
  [name, identification, transaction].map((part) => part || '–').join(' · ');
