/** Decides whether the change of one object is allowed after a signature: another signature, data for checks, a filled field. */
import { type Field, fieldsOf } from '../../../platform/pdf/file/document.ts';
import type { PdfFile } from '../../../platform/pdf/file/pdf-file.ts';
import { isSameValue } from '../../../platform/pdf/file/reachable.ts';
import { dictOf, isArray, isRef, nameOf, type PdfValue } from '../../../platform/pdf/file/syntax.ts';
import { hasEarlierResources } from './earlier-resources.ts';
import { isFillable, type Limits } from './limits.ts';
import { type NewSignature, signatureOf } from './new-signatures.ts';
import { isQuietEntry, quietKeys } from './quiet-entries.ts';

export type SuspiciousChange =
  | 'unreadable'
  | 'trailer'
  | 'catalog'
  | 'form'
  | 'field'
  | 'page'
  | 'pages'
  | 'page-content'
  | 'annotation'
  | 'object';
export type AllowedChange = NewSignature | 'form-filled' | 'validation-data' | 'metadata' | 'accepted-by-rule';

/** The role of an object in the signed file. */
export type Role = 'catalog' | 'form' | 'form-fields' | 'field' | 'page' | 'annotations' | 'content' | 'page-tree' | 'other';

/** `page`: page of the object, from 0; null when it belongs to none. */
export type Part = { role: Role; page: number | null };

/** Whether one entry may change from the one value to the other. */
type Rule = (before: PdfValue | undefined, after: PdfValue | undefined) => boolean;

const anything: Rule = () => true;
/** Flags of an annotation that a signature may set: print and locked. */
const harmlessFlags = 4 | 128;

const codes: Readonly<Record<Role, SuspiciousChange>> = {
  catalog: 'catalog',
  form: 'form',
  'form-fields': 'form',
  field: 'field',
  page: 'page',
  annotations: 'annotation',
  content: 'page-content',
  'page-tree': 'pages',
  other: 'object',
};

export type RulesDeps = {
  signed: PdfFile;
  now: PdfFile;
  limits: Limits;
  /** New signatures by the numbers of their fields and widgets. */
  added: ReadonlyMap<number, NewSignature>;
  /** Whether a provider may add an annotation to a page (from 0). */
  isAccepted(page: number, annotation: PdfValue): boolean;
  /** Gets the allowed changes that are found. */
  allowed: Set<AllowedChange>;
};

/** Returns a function that evaluates the change of an object. */
export function createRules({ signed, now, limits, added, isAccepted, allowed }: RulesDeps) {
  const files = { one: signed.bytes, other: now.bytes };
  const same: Rule = (before, after) => isSameValue(before ?? null, after ?? null, files);

  /** Whether all entries may change. Entries without a rule must be the same. */
  function entries(before: PdfValue, after: PdfValue, rules: Readonly<Record<string, Rule>>): boolean {
    const [first, second] = [dictOf(before), dictOf(after)];
    if (first === null || second === null) return false;
    return [...new Set([...first.keys(), ...second.keys()])].every((key) => (rules[key] ?? same)(first.get(key), second.get(key)));
  }

  /** Earlier items must stay in order; new items must be signatures or, on a page, additions that a provider rule accepts. */
  const grownOn =
    (page: number | null): Rule =>
    (before, after) => {
      const [first, second] = [signed.follow(before), now.follow(after)];
      if (!isArray(second) || !(isArray(first) || first === null)) return same(first, second);
      const rest = isArray(first) ? [...first] : [];
      for (const item of second) {
        const kind = isRef(item) ? added.get(item.number) : undefined;
        if (rest.length > 0 && same(rest[0], item)) rest.shift();
        else if (kind !== undefined) allowed.add(kind);
        else if (page !== null && isAccepted(page, item)) allowed.add('accepted-by-rule');
        else return false;
      }
      return rest.length === 0;
    };
  const grown = grownOn(null);

  const resources: Rule = (before, after) =>
    hasEarlierResources({ file: signed, resources: before }, { file: now, resources: after }, same);

  const form: Rule = (before, after) =>
    entries(signed.follow(before) ?? new Map(), now.follow(after), {
      Fields: grown,
      SigFlags: anything,
      Type: anything,
      NeedAppearances: (was, is) => same(was, is) || is === undefined || is === false,
      DA: (was, is) => was === undefined || same(was, is),
      DR: resources,
      // The alignment that a form without it has.
      Q: (was, is) => same(was, is) || (was === undefined && is === 0),
    });

  const noted =
    (change: AllowedChange): Rule =>
    (before, after) => {
      if (!same(before, after)) allowed.add(change);
      return true;
    };

  const quiet = Object.fromEntries(
    quietKeys.map((key): [string, Rule] => [key, (was, is) => same(was, is) || (was === undefined && isQuietEntry(now, key, is))]),
  );

  const flags: Rule = (before = 0, after = 0) =>
    typeof before === 'number' && typeof after === 'number' && ((before ^ after) & ~harmlessFlags) === 0;

  const known = new Map(fieldsOf(signed).flatMap((field) => [field, ...field.widgets].map(({ number }) => [number, field] as const)));
  const current = new Map(fieldsOf(now).map((field) => [field.number, field]));

  function field(one: Field | undefined, before: PdfValue, after: PdfValue): boolean {
    if (one === undefined || !isFillable(signed, one, limits)) return false;
    const filling = { V: anything, AP: anything, AS: anything, M: anything };
    if (nameOf(one.type) !== 'Sig') {
      if (!entries(before, after, { ...filling, I: anything })) return false;
      allowed.add('form-filled');
      return true;
    }
    // Without a signature its look must not change: nothing else would report that change.
    const later = current.get(one.number);
    const kind = later === undefined ? null : signatureOf(signed, now, later, limits);
    if (kind === null || !entries(before, after, { ...filling, F: flags, MK: anything })) return false;
    allowed.add(kind);
    return true;
  }

  /** Returns which part of a page changed: its annotations, its content, or another one. */
  function pageCode(page: number | null, before: PdfValue, after: PdfValue): SuspiciousChange {
    const [first, second] = [dictOf(before), dictOf(after)];
    if (!same(first?.get('Contents'), second?.get('Contents'))) return 'page-content';
    return grownOn(page)(first?.get('Annots'), second?.get('Annots')) ? 'page' : 'annotation';
  }

  function isAllowed(number: number, { role, page }: Part, before: PdfValue, after: PdfValue): boolean {
    if (role === 'catalog') {
      const data = { DSS: noted('validation-data'), Metadata: noted('metadata'), Extensions: anything, Version: anything };
      return entries(before, after, { ...quiet, ...data, AcroForm: (was, is) => same(was, is) || form(was, is) });
    }
    if (role === 'form') return form(before, after);
    if (role === 'form-fields') return grown(before, after);
    if (role === 'annotations') return grownOn(page)(before, after);
    if (role === 'field') return field(known.get(number), before, after);
    return role === 'page' && entries(before, after, { Annots: grownOn(page), LastModified: anything, Tabs: anything });
  }

  /** Returns the suspicious change; null when the change is allowed. @throws PdfFault */
  return (number: number, part: Part): SuspiciousChange | null => {
    const [before, after] = [signed.object(number), now.object(number)];
    const isNamed = before === null || signed.generationOf(number) === now.generationOf(number);
    if (isNamed && (same(before, after) || isAllowed(number, part, before, after))) return null;
    return part.role === 'page' ? pageCode(part.page, before, after) : codes[part.role];
  };
}
