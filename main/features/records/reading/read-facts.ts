/** Reads the few members by which a record finds its visit and is listed and evaluated, without reading all of it. Pure. */
import type { RecordField, RecordReading } from '../../../../shared/domain/record.ts';
import { isObject, member } from '../../../platform/json/exact-json.ts';
import { readField, textOf } from './field.ts';
import { type Member, topMembers } from './members.ts';
import { faceVerdict, fullName } from './mismatches.ts';

export type RecordFacts = Pick<RecordReading, 'uid' | 'name' | 'identification' | 'transaction' | 'face'>;

const described = new Map<string, Member>(Object.values(topMembers).flatMap((members) => members.map((one) => [one.name, one])));

/** Never throws. @param value of the record as `readJson` returns it; null in place of a file's text */
export function readFacts(value: unknown): RecordFacts {
  const record = isObject(value) ? value : {};
  const field = (name: string): RecordField | undefined => {
    const known = described.get(name);
    return known && readField(known, member(record, name), false);
  };
  return factsOf(field);
}

/** @param field a described member */
export const factsOf = (field: (name: string) => RecordField | undefined): RecordFacts => ({
  uid: textOf(field('Uid')) || null,
  name: fullName({ field }).join(' '),
  identification: textOf(field('IdNumber')),
  transaction: textOf(field('TransactionId')) || null,
  face: faceVerdict({ field }),
});
