/** Everything that a press on a published document starts, and the keys that a person types for it. */
import i18next from 'i18next';
import {
  type Publication,
  type PublicationKey,
  type PublicationKeyKind,
  publicationKeyKinds,
  type Staged,
} from '../../../../shared/domain/web-service/web-service.ts';
import { type Problem, problemOf } from '../../../../shared/errors.ts';
import { call } from '../../../bridge.ts';
import { announce, toast } from '../../../components/index.ts';
import { attempt, succeeded } from '../../../state/attempt.ts';
import { applyPublication, dropPublication } from './store.ts';

const words = i18next.getFixedT(null, 'inbox', 'publishing.said');

/** Maximum that main accepts in one call. */
const maxStagedPerCall = 200;

export async function offer({ id, name }: Publication): Promise<void> {
  const publication = await attempt(call('publications.offer', { id }));
  if (!publication) return;
  applyPublication(publication);
  announce(words('offered', { name }));
}

export async function withdraw({ id, name }: Publication): Promise<void> {
  const publication = await attempt(call('publications.withdraw', { id }));
  if (!publication) return;
  applyPublication(publication);
  toast(() => words('withdrawn', { name }), { actions: [{ label: () => i18next.t('ui:undo'), run: () => void offer(publication) }] });
}

export async function removePublication({ id, name }: Publication): Promise<void> {
  const done = await succeeded(call('publications.remove', { id }));
  if (!done) return;
  dropPublication(id);
  announce(words('removed', { name }));
}

export async function unstage(staged: readonly Pick<Staged, 'id'>[]): Promise<void> {
  if (staged.length > 0) await attempt(call('publications.unstage', { ids: staged.map(({ id }) => id) }));
}

type Request = { keys: PublicationKey[]; once: boolean; visitId: string | null };

/** Returns the documents that were published, and why the others were not. */
export async function publish(staged: readonly Staged[], request: Request): Promise<{ published: string[]; problem: Problem | null }> {
  const published: string[] = [];
  try {
    for (let from = 0; from < staged.length; from += maxStagedPerCall) {
      const ids = staged.slice(from, from + maxStagedPerCall).map(({ id }) => id);
      for (const publication of await call('publications.publish', { staged: ids, ...request })) applyPublication(publication);
      published.push(...ids);
    }
  } catch (thrown) {
    return { published, problem: problemOf(thrown) };
  }
  announce(words('published', { count: published.length }));
  return { published, problem: null };
}

/** The keys of a published document, as typed: four fields of which at least one is filled (endpoint B, use 1). */
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
