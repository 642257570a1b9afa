/** What is typed into the form of one provider never comes into that of another. */
import { expect, it } from 'vitest';
import {
  clearSavedSecret,
  emptyForm,
  loneSecret,
  typedSecrets,
  typeLoneSecret,
  typeSecret,
  useSettings,
} from '../support/doors/renderer/settings.ts';

const open = (id: string | null) => {
  const caFile = { path: '', choice: 'keep' as const };
  useSettings.setState({
    editing: { id, form: emptyForm(), caFile, openedRules: { search: [], provider: [] }, faults: {}, touched: false },
  });
};

it('secrets are retained while their form is open, also when it gets its id, and end with it', () => {
  open(null);
  typeSecret('clientSecret', 'one');
  expect(typeSecret('searchApiKey', 'two')).toEqual({ clientSecret: 'one', searchApiKey: 'two' });
  open('first');
  expect(typedSecrets()).toEqual({ clientSecret: 'one', searchApiKey: 'two' });
  useSettings.setState({ editing: null });
  open('second');
  expect(typedSecrets()).toEqual({});
});

it('a save clears what it saved, and not what was typed in the meantime', () => {
  typeLoneSecret('passphrase', 'first');
  clearSavedSecret('passphrase', 'first');
  expect(loneSecret('passphrase')).toBe('');
  typeLoneSecret('passphrase', 'first');
  typeLoneSecret('passphrase', 'second');
  clearSavedSecret('passphrase', 'first');
  expect([loneSecret('passphrase'), loneSecret('enrolment code')]).toEqual(['second', '']);
});
