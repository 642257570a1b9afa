/** Records to push: invented ones of `record-people.ts` without pictures and documents, each with a Uid and transaction of its own. */
import { hash, randomUUID } from 'node:crypto';
import { castRecords } from '../records/record-people.ts';

export type PushedRecord = Record<string, unknown>;

/**
 * Kinds of a new transaction: `usual`, or with oddities that a client must tolerate. Of an earlier push:
 * `duplicate`, `reordered`, `changed`.
 */
export const pushKinds = ['usual', 'nulls', 'missing', 'unknown', 'odd', 'long', 'duplicate', 'reordered', 'changed'] as const;
export type PushKind = (typeof pushKinds)[number];
export type NewKind = Exclude<PushKind, 'duplicate' | 'reordered' | 'changed'>;

const projectId = 'practica';
const someone = 'TX-1002';
const cast: Record<NewKind, readonly string[]> = {
  usual: ['TX-1001', 'TX-1002', 'TX-1003', 'TX-1006', 'TX-1008', 'TX-1011', 'TX-1015', 'TX-1016', 'TX-1022'],
  nulls: ['TX-1005'],
  missing: ['TX-1004', someone],
  unknown: ['TX-1010'],
  odd: ['TX-1020', 'TX-1021'],
  long: [someone],
};

/** Returns the record of the table in README.md, or an everyday one for any other number. Always the same for a transaction. */
export function recordOfTransaction(transaction: string): PushedRecord {
  const record = castRecords.get(transaction)?.record({ transaction, projectId }, 0);
  if (record) return record;
  const first = castRecords.get(someone)?.record({ transaction, projectId }, 0);
  return { ...first, ...uidFor(transaction) };
}

/** @param random from 0 up to 1 */
export function newRecord(kind: NewKind, random: () => number): PushedRecord {
  const among = cast[kind];
  const base = among[Math.floor(random() * among.length)] ?? someone;
  const transaction = `PX-${randomUUID()}`;
  const made = castRecords.get(base)?.record({ transaction, projectId }, 0) ?? {};
  const record = { ...made, Uid: randomUUID(), ...(kind !== 'nulls' && 'TransactionId' in made && { TransactionId: transaction }) };
  if (kind === 'long') return { ...record, OcrTextSideTwo: longText(random) };
  if (kind !== 'missing') return record;
  return Object.fromEntries(Object.entries(record).filter(([name]) => name === 'Uid' || random() < 0.4));
}

/** Six thousand words, as a scan of a crowded page yields; no base64. */
const longText = (random: () => number): string => Array.from({ length: 6_000 }, () => random().toString(36).slice(2, 8)).join(' ');

/** The same Uid with other content each time. */
export const changed = (record: PushedRecord): PushedRecord => ({
  ...record,
  CreationDate: new Date().toISOString(),
  Extras: { IdState: '4', StateName: `Revisado ${randomUUID()}` },
});

/** The same content: the order of members has no meaning. */
export const reordered = (record: PushedRecord): PushedRecord => Object.fromEntries(Object.entries(record).reverse());

/** SHA-256 of the JSON value, independent of the order of members; hex. Numbers are those of JavaScript. */
export function contentOf(record: unknown): string {
  return hash('sha256', JSON.stringify(sorted(record)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => [name, sorted(inner)]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A Uid in the usual form, always the same for a transaction number. */
function uidFor(transaction: string): { Uid: string } {
  const hex = hash('sha256', transaction);
  return { Uid: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}` };
}
