/** No form of a secret in use is left in a text: as it is, as addresses, forms and JSON write it, and in base64 at any offset. */
import { expect, test } from 'vitest';
import { secretInUse, secretsIn, withoutSecrets, withoutSecretsIn } from '../support/doors/provider.ts';
import { fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';

/** Letters that some form writes in another way, and others; no secret of these is in the texts around it. */
const secrets = fc
  .array(fc.constantFrom(...'aZ9é€/+=&%?" \\<>~'), { minLength: 6, maxLength: 24 })
  .map((letters) => letters.join(''))
  .filter((secret) => secret.trim().length >= 6);
const around = fc.stringMatching(/^[b-y]{0,7}$/);

const forms: Record<string, (secret: string) => string> = {
  'as it is': (secret) => secret,
  'in capitals': (secret) => secret.toUpperCase(),
  'of an address': (secret) => encodeURIComponent(secret),
  'of a form': (secret) => new URLSearchParams({ s: secret }).toString().slice(2),
  'of JSON': (secret) => JSON.stringify(secret).slice(1, -1),
  'of JSON with escaped slashes': (secret) => JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
};

test.each(Object.entries(forms))('a secret is removed and found: %s', (_, form) => {
  fc.assert(
    fc.property(secrets, around, around, (secret, before, after) => {
      const trimmed = secret.trim();
      expect(secretInUse(secret)).toBe(secret);
      const text = `${before} ${form(trimmed)} ${after}`;
      expect(withoutSecrets(text)).not.toContain(form(trimmed));
      expect(secretsIn(text)).toContain(trimmed);
    }),
    { numRuns: runs(30) },
  );
});

test.each(['base64', 'base64url'] as const)('a secret within %s is removed, whatever is around it', (encoding) => {
  fc.assert(
    fc.property(secrets, around, around, (secret, before, after) => {
      const trimmed = secret.trim();
      secretInUse(trimmed);
      const text = Buffer.from(`${before}${trimmed}${after}`).toString(encoding);
      expect(secretsIn(text)).toContain(trimmed);
      for (const part of withoutSecrets(text).split('…'))
        for (const at of [0, 1, 2, 3]) expect(Buffer.from(part.slice(at), encoding).includes(trimmed)).toBe(false);
    }),
    { numRuns: runs(30) },
  );
});

test('texts without a secret, and secrets that are too short, stay as they are', () => {
  secretInUse('abc');
  expect(withoutSecrets('abcdef')).toBe('abcdef');
  const value = { name: ['nothing of it', 12.5, null, true] };
  expect(withoutSecretsIn(value)).toBe(value);
});

test('nothing is left of a secret that has an earlier one in it', () => {
  for (const secret of ['clave', 'clave2024', 'otra-clave2024']) secretInUse(secret);
  expect(withoutSecrets('clave2024, otra-clave2024, clave')).toBe('…, …, …');
});

test('names, numbers and texts of JSON have no secret', () => {
  secretInUse('s3cret-in-use');
  secretInUse('90210777');
  const value = { 's3cret-in-use': [{ number: 90_210_777 }, 'S3CRET-IN-USE', 1, null] };
  expect(withoutSecretsIn(value)).toEqual({ '…': [{ number: '…' }, '…', 1, null] });
});

test('the latest thousand secrets are in use; one that is used again is a late one', () => {
  const first = secretInUse('the first secret');
  const again = secretInUse('used again later');
  for (let number = 0; number < 999; number += 1) secretInUse(`token number ${number};`);
  secretInUse(again);
  secretInUse('one more secret');
  expect([first, again].map((secret) => withoutSecrets(secret))).toEqual([first, '…']);
});
