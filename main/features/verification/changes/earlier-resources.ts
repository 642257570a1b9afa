/** Compares the default resources of two forms, such as their fonts: earlier ones must stay, new ones may be added. */
import { fieldsOf } from '../../../platform/pdf/file/document.ts';
import type { PdfFile } from '../../../platform/pdf/file/pdf-file.ts';
import { dictOf, nameOf, type PdfDict, type PdfValue } from '../../../platform/pdf/file/syntax.ts';

type Side = { file: PdfFile; resources: PdfValue | undefined };

/**
 * Whether `after` has all resources of `before`. A missing dictionary counts as an empty one. A form whose fields are all signatures has no
 * use for them, and some programs replace them with each signature. @param same compares two resources
 */
export function hasEarlierResources(
  before: Side,
  after: Side,
  same: (one: PdfValue | undefined, other: PdfValue | undefined) => boolean,
): boolean {
  if (fieldsOf(before.file).every(({ type }) => nameOf(type) === 'Sig')) return true;
  const later = entriesOf(after.file, after.resources);
  return [...entriesOf(before.file, before.resources)].every(([kind, value]) => {
    const ofKind = dictOf(before.file.follow(value));
    if (ofKind === null) return same(value, later.get(kind));
    const laterOfKind = entriesOf(after.file, later.get(kind));
    return [...ofKind].every(([name, resource]) => same(resource, laterOfKind.get(name)));
  });
}

const entriesOf = (file: PdfFile, value: PdfValue | undefined): PdfDict => dictOf(file.follow(value)) ?? new Map();
