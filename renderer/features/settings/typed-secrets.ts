/** The secrets that are typed into forms, which are not mounted while another section or area is shown. No store has them. */
import { useState } from 'react';
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
    if (!editing?.faults[name]) return {};
    const { [name]: _, ...faults } = editing.faults;
    return { editing: { ...editing, faults } };
  });
  return typed;
}

const alone = new Map<string, string>();

/** A secret that is typed into a form outside of the profile's. */
export function useTypedSecret(name: 'passphrase' | 'enrolment code'): [string, (typed: string) => void] {
  const [value, setValue] = useState(alone.get(name) ?? '');
  const type = (typed: string) => {
    alone.set(name, typed);
    setValue(typed);
  };
  return [value, type];
}
