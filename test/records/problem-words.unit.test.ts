/** What is said of a validation query that is refused depends on what was refused: the key, or what was asked for. */
import { expect, it } from 'vitest';
import { createWords } from '../support/doors/app.ts';
import { problem } from '../support/doors/errors.ts';

const say = (detail: Record<string, string | number>) => createWords('en').problem(problem('validation-refused', detail));

it('a refused key leads to the settings', () => {
  expect(say({ status: 401, providerText: 'expired', context: 'key' })).toMatch(/It says: “expired” \(401\)\. Check the API key/);
  expect(say({ status: 401, context: 'key_unexplained' })).toMatch(/does not say why \(401\)\. Check the API key/);
});

it('any other refusal leads to the query', () => {
  expect(say({ status: 404, providerText: 'none' })).toMatch(/It says: “none” \(404\)\. Check the transaction number/);
  expect(say({ status: 404, context: 'unexplained' })).toMatch(/does not say why \(404\)\. Check the transaction number/);
});

it('records of several transactions lead to a value that one of them has', () => {
  const words = createWords('en').problem(problem('validation-failed', { status: 200, context: 'several' }));
  expect(words).toMatch(/records of several transactions, .*Fetch it with a value that only one transaction has/);
});
