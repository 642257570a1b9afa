/** The secrets that are typed into forms, which are not mounted while another section or area is shown. No store has them. */
import { useSyncExternalStore } from 'react';
import { setUnsaved } from '../../state/unsaved.ts';
import type { TypedSecrets } from './profile-form.ts';
import { useSettings } from './store.ts';

let typed: TypedSecrets = {};

// A form also closes while it is not mounted, at the end of a save: the next one may be that of another provider.
useSettings.subscribe(({ editing }) => {
  if (editing === null) typed = {};
});

export const typedSecrets = (): TypedSecrets => typed;

/** Returns all that are typed, this one included, and clears its fault. */
export function typeSecret(name: keyof TypedSecrets, value: string): TypedSecrets {
  typed = { ...typed, [name]: value };
  useSettings.setState(({ editing }) => {
    if (!editing) return {};
    const { [name]: _, ...faults } = editing.faults;
    return { editing: { ...editing, faults, touched: true } };
  });
  return typed;
}

/** Those of forms outside of the profile's. */
const alone = new Map<LoneSecret, string>();
const listeners = new Set<() => void>();

type LoneSecret = 'passphrase' | 'enrolment code';

export const loneSecret = (name: LoneSecret): string => alone.get(name) ?? '';

export function typeLoneSecret(name: LoneSecret, value: string): void {
  alone.set(name, value);
  setUnsaved(name, value !== '');
  for (const listener of listeners) listener();
}

/** Clears what was saved. What was typed while that was being saved stays. */
export function clearSavedSecret(name: LoneSecret, saved: string): void {
  if (loneSecret(name) === saved) typeLoneSecret(name, '');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A secret that is typed into a form outside of the profile's. */
export function useLoneSecret(name: LoneSecret): [value: string, type: (typed: string) => void, clearSaved: (saved: string) => void] {
  const value = useSyncExternalStore(subscribe, () => loneSecret(name));
  return [value, (typed) => typeLoneSecret(name, typed), (saved) => clearSavedSecret(name, saved)];
}
