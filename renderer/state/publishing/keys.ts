/** For whom a document is published: four fields of which at least one is filled (endpoint B, use 1). Pure. */
import { type PublicationKey, type PublicationKeyKind, publicationKeyKinds } from '../../../shared/domain/web-service.ts';

export type TypedKeys = Readonly<Record<PublicationKeyKind, string>>;

/** What stands in the fields at first. */
export function typedKeys(keys: readonly PublicationKey[]): TypedKeys {
  const typed: Record<PublicationKeyKind, string> = { identification: '', transaction: '', uid: '', customer: '' };
  for (const { kind, value } of keys) typed[kind] = value;
  return typed;
}

/** Of the fields that are filled. */
export const keysOf = (typed: TypedKeys): PublicationKey[] =>
  publicationKeyKinds.map((kind) => ({ kind, value: typed[kind].trim() })).filter(({ value }) => value !== '');
