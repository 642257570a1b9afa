/** Members of a section: those with and without a value; the scores of faces. Pure. */
import type { Mismatch, MismatchKind, RecordField, RecordReading } from '../../../shared/domain/records/record.ts';

/** Red is for findings that need a person, amber for doubt (design, section 9). */
const doubtful: readonly MismatchKind[] = [
  'document-expired',
  'document-state',
  'not-scored',
  'state-rejected',
  'unreadable-value',
  'repeated-member',
  'uncertain-text',
];
export const toneOf = (kind: MismatchKind): 'bad' | 'doubt' => (doubtful.includes(kind) ? 'doubt' : 'bad');

/** A member without anything to read: null, missing or a blank text. */
const isBlank = ({ state, value }: RecordField): boolean =>
  state === 'null' || state === 'missing' || (typeof value === 'string' && value.trim() === '');

export function parted(fields: readonly RecordField[]): { full: RecordField[]; blank: RecordField[] } {
  return { full: fields.filter((field) => !isBlank(field)), blank: fields.filter(isBlank) };
}

/** Returns the mark of each member that a mismatch comes from. */
export function marksOf(mismatches: readonly Mismatch[]): ReadonlyMap<string, 'bad' | 'doubt'> {
  const marks = new Map<string, 'bad' | 'doubt'>();
  for (const { kind, fields } of mismatches) {
    for (const field of fields) if (marks.get(field) !== 'bad') marks.set(field, toneOf(kind));
  }
  return marks;
}

export type FaceScore = { score: RecordField; threshold: RecordField | null; verdict: RecordField | null };

/** Returns the comparisons of faces: each score with its threshold and result, as far as received. */
export function faceScores({ sections }: Pick<RecordReading, 'sections'>): FaceScore[] {
  const fields = sections.flatMap((section) => section.fields);
  const find = (name: string) => {
    const field = fields.find((one) => one.name === name);
    return field && !isBlank(field) ? field : null;
  };
  const comparisons = [
    { score: 'ResultComparationFaces', threshold: '', verdicts: ['ComparationFacesAproved', 'ComparationFacesSuccesful'] },
    { score: 'ResultCompareDocumentFaces', threshold: 'ThresholdCompareDocumentFaces', verdicts: ['CompareFacesDocumentResult'] },
  ];
  return comparisons.flatMap(({ score, threshold, verdicts }) => {
    const found = find(score);
    if (!found) return [];
    return [{ score: found, threshold: find(threshold), verdict: verdicts.map(find).find((field) => field !== null) ?? null }];
  });
}
