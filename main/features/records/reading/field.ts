/** Reads one described member unchanged. Pure. */
import type { RecordField } from '../../../../shared/domain/record.ts';
import { isDateTime } from './date-times.ts';
import type { FieldType, Member } from './members.ts';

/** Whether it is the digits of a number that JavaScript cannot hold, as `readJson` returns it. */
const isLarge = (value: unknown, digits: RegExp): boolean =>
  typeof value === 'string' && digits.test(value) && Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER;
const whole = /^-?\d+$/;
const any = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

const fits: Record<FieldType, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value) || isLarge(value, whole),
  float: (value) => typeof value === 'number' || isLarge(value, any),
  boolean: (value) => typeof value === 'boolean',
  datetime: (value) => typeof value === 'string' && isDateTime(value),
};

/** @param value undefined for a missing member; @param inFile whether its text is so long that it is a file */
export function readField({ name, type }: Member, value: unknown, inFile: boolean): RecordField {
  if (inFile) return { name, type, value: null, state: 'value' };
  if (value === undefined || value === null) return { name, type, value: null, state: value === null ? 'null' : 'missing' };
  if (fits[type](value)) return { name, type, value: value as RecordField['value'], state: 'value' };
  return { name, type, value: JSON.stringify(value), state: 'odd' };
}

/** Returns the text of a member, also of a number where a text is described. Empty for none. */
export function textOf(field: RecordField | undefined): string {
  const value = plainOf(field);
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}

/** Reads also `"true"`, `"0"` and `1`; null for neither. */
export function flagOf(field: RecordField | undefined): boolean | null {
  const value = plainOf(field);
  // An object may have a `toString` that is no function.
  const text = typeof value === 'object' ? '' : String(value).trim().toLowerCase();
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : null;
}

export function numberOf(field: RecordField | undefined): number | null {
  return field?.state === 'value' && typeof field.value === 'number' ? field.value : null;
}

function plainOf(field: RecordField | undefined): unknown {
  return field?.state === 'odd' ? (JSON.parse(String(field.value)) as unknown) : (field?.value ?? null);
}
