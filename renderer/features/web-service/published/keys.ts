/** The keys of a published document: four fields of which at least one is filled (endpoint B, use 1). Pure. */
import { type PublicationKey, type PublicationKeyKind, publicationKeyKinds } from '../../../../shared/domain/web-service.ts';

export type TypedKeys = Readonly<Record<PublicationKeyKind, string>>;

/** Returns the initial values of the fields. */
export function typedKeys(keys: readonly PublicationKey[]): TypedKeys {
  const typed: Record<PublicationKeyKind, string> = { identification: '', transaction: '', uid: '', customer: '' };
  for (const { kind, value } of keys) typed[kind] = value;
  return typed;
}

/** Returns the keys of the filled fields. */
export const keysOf = (typed: TypedKeys): PublicationKey[] =>
  publicationKeyKinds.map((kind) => ({ kind, value: typed[kind].trim() })).filter(({ value }) => value !== '');
