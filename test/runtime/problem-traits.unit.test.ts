/** What holds of each code, said in one table; the rest of the source asks it. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { hasTrait, mayPass, needsPerson, type ProblemTrait, problem, problemCodes } from '../support/doors/errors.ts';

const having = (is: (code: ReturnType<typeof problem>) => boolean) => problemCodes.filter((code) => is(problem(code)));
const withTrait = (trait: ProblemTrait) => having((found) => hasTrait(found, trait));
const unreachable = [
  'address-not-found',
  'connection-refused',
  'offline',
  'timed-out-connecting',
  'certificate-untrusted',
  'proxy-failed',
  'proxy-needs-login',
];
/** Of the connection to the hub. */
const hub = ['hub-clock', 'hub-elsewhere', 'hub-unavailable'];

describe('codes', () => {
  test.each<[ProblemTrait, string[]]>([
    [
      'retryable',
      [...unreachable, ...hub, 'token-unavailable', 'provider-busy', 'search-busy', 'search-unanswered', 'search-answer-cut-off'],
    ],
    ['repeatable', ['search-failed']],
    ['sent-before', ['already-sent', 'signed-file-found', 'same-document-waits', 'same-document-in-doubt', 'same-document-unverified']],
    [
      'momentary',
      [
        'disk-full',
        'data-folder-unusable',
        'copy-unreadable',
        'file-unreadable',
        'file-changed',
        'file-missing',
        'internal',
        'result-not-checked',
      ],
    ],
  ])('%s', (trait, codes) => expect(withTrait(trait).toSorted()).toEqual(codes.toSorted()));

  it('of the way to the provider are retryable and not from the provider', () =>
    expect(having((found) => hasTrait(found, 'retryable') && !hasTrait(found, 'provider'))).toEqual([
      ...unreachable,
      'hub-clock',
      'hub-elsewhere',
    ]));

  it('of one answer: what the service or the hub said, and no person has to see to', () =>
    expect(having((found) => hasTrait(found, 'provider') && !needsPerson(found) && !hasTrait(found, 'retryable'))).toEqual([
      'provider-error',
      'unexpected-answer',
      'search-refused',
      'service-not-found',
      'search-failed',
      'answer-too-large',
      'hub-unexpected',
    ]));

  it('that a rule of the branch gives are its rules', () =>
    expect(withTrait('rule')).toEqual(problemCodes.filter((code) => code.startsWith('policy-') && code !== 'policy-not-overridable')));

  it('that may pass do not need a person', () => expect(having((found) => mayPass(found) && needsPerson(found))).toEqual([]));

  test.each([
    'other-account',
    'disk-full',
    'ca-file-unreadable',
    'secret-missing',
    'keychain-unavailable',
    'profile-unknown',
    'signing-not-set-up',
    'internal',
    'search-key-refused',
    'policy-blocked',
  ] as const)('%s needs a person', (code) => expect(needsPerson(problem(code))).toBe(true));
});

it('no other file keeps a set of codes', async () => {
  const root = join(import.meta.dirname, '../..');
  // Which network errors are the proxy's, and which come before a connection, is no trait of a code.
  const known = ['main/platform/provider/network-problems.ts', 'main/platform/provider/system-transport.ts'];
  const found: string[] = [];
  for (const folder of ['main', 'renderer', 'shared', 'practice', 'preload'])
    for (const entry of await readdir(join(root, folder), { recursive: true })) {
      const file = `${folder}/${entry}`;
      if (!/\.tsx?$/.test(file)) continue;
      const source = await readFile(join(root, file), 'utf8');
      if (/Set<ProblemCode>\(\[|code\.startsWith\('policy/.test(source)) found.push(file);
    }
  expect(found.toSorted()).toEqual(known);
});
