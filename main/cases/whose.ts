/** Which visits a document, or another visit, has to do with: by transaction number and by person. */
import type { RecordReading } from '../../shared/domain/record.ts';
import type { KeptCase } from './kept-case.ts';

/** As a person compares transaction numbers: blanks around and case do not count. */
export const transactionKey = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** Each list has those that changed last first; empty for an empty key. */
export type CaseIndex = {
  ofTransaction(transaction: string): readonly KeptCase[];
  ofPerson(identification: string): readonly KeptCase[];
};

/** The visit that a document for this client belongs to: the one of its transaction number, else of its identification. */
export const homeOfDocument = (clientInfo: string, index: CaseIndex): KeptCase | null =>
  index.ofTransaction(clientInfo)[0] ?? index.ofPerson(clientInfo)[0] ?? null;

/** Whether documents for this client, sent from `visit`, are those of another visit: then that one's rules were never asked. */
export function isOfAnother(visit: KeptCase, clientInfo: string, index: CaseIndex): boolean {
  const same = index.ofTransaction(clientInfo);
  return same.length > 0 && !same.some(({ id }) => id === visit.id);
}

/** Visits that a record may belong to: of one of its numbers first, then of its person. */
export const alikeReading = (reading: Pick<RecordReading, 'uid' | 'transaction' | 'identification'>, index: CaseIndex): KeptCase[] => [
  ...index.ofTransaction(reading.transaction ?? ''),
  ...index.ofTransaction(reading.uid ?? ''),
  ...index.ofPerson(reading.identification),
];

/** All visits of the same transaction or person, itself among them: what one knows of the person counts for all. */
export function alike(visit: KeptCase, index: CaseIndex, clientInfo = ''): KeptCase[] {
  const all = [
    visit,
    ...index.ofTransaction(visit.transaction),
    ...index.ofPerson(visit.identification),
    ...index.ofTransaction(clientInfo),
    ...index.ofPerson(clientInfo),
  ];
  return [...new Map(all.map((one) => [one.id, one.id === visit.id ? visit : one])).values()];
}
