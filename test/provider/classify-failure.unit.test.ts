/** What a failed call means: sent again automatically, left for a person, or in doubt (issue 3, "Sending"). */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createWords } from '../support/doors/app.ts';
import { type ProblemCode, problem, problemCodes } from '../support/doors/errors.ts';
import { refused, statusOutcome } from '../support/doors/provider.ts';
import { languages } from '../support/doors/words.ts';

describe('a refusal', () => {
  const passes: ProblemCode[] = [
    'address-not-found',
    'connection-refused',
    'offline',
    'timed-out-connecting',
    'certificate-untrusted',
    'proxy-failed',
    'proxy-needs-login',
    'token-unavailable',
    'provider-busy',
    'search-busy',
    'search-unanswered',
    'search-answer-cut-off',
    'hub-clock',
    'hub-elsewhere',
    'hub-unavailable',
  ];
  it.each(passes)('with %s is retryable', (code) => {
    const found = problem(code, { host: 'h' });
    expect(refused(found)).toEqual({ kind: 'refused', problem: found, retryable: true });
  });

  it.each([
    'request-refused',
    'token-refused',
    'credentials-refused',
    'secret-missing',
    'keychain-unavailable',
    'ca-file-unreadable',
    'profile-invalid',
    'file-changed',
    'file-missing',
    'file-unreadable',
    'stored-data-damaged',
    'disk-full',
    'cancelled',
    'internal',
  ] as const)('with %s needs a person', (code) => expect(refused(problem(code)).retryable).toBe(false));

  it('with any other code is not retryable', () =>
    expect(problemCodes.filter((code) => refused(problem(code)).retryable).toSorted()).toEqual(passes.toSorted()));
});

describe('statuses', () => {
  it.each([400, 401, 403, 404, 422, 500, 503])('%i without a text has words of its own, without a dash as a quotation', (status) => {
    const found = statusOutcome({ status, providerText: null, wait: null, isAllSent: true, busyAnswers: 'in-doubt', now: 0 });
    const { code, detail } = 'problem' in found ? found.problem : problem('internal');
    for (const language of languages) {
      const { [code]: words } = JSON.parse(readFileSync(`shared/i18n/${language}/problems.json`, 'utf8'));
      expect(`${words[`why_${detail?.context}`]}`, language).not.toMatch(/providerText|undefined/);
      expect(words[`do_${detail?.context}`] ?? words.do, language).toBe(status === 404 ? words.do_address : words.do);
    }
  });

  const outcomeOfStatus = (status: number, wait: number | null, isAllSent: boolean, busyAnswers: 'in-doubt' | 'refused' = 'in-doubt') =>
    statusOutcome({ status, providerText: 'why', wait, isAllSent, busyAnswers, now: 1_000 });
  const outcomeOf = (status: number, wait: number | null = null) => {
    const found = outcomeOfStatus(status, wait, false);
    return found.kind === 'refused' ? `${found.retryable ? 'again' : 'person'} ${found.problem.code}` : found.kind;
  };
  it.each([
    [400, 'person request-refused'],
    [401, 'token-refused'],
    [403, 'token-refused'],
    [413, 'too-large'],
    [429, 'again provider-busy'],
    [500, 'unknown'],
    [502, 'unknown'],
    [503, 'unknown'],
    [504, 'unknown'],
  ])('%i: %s', (status, expected) => expect(outcomeOf(status)).toBe(expected));

  it.each(languages)('without a text of the provider have a sentence of their own (%s)', (language) => {
    const wordsOf = (status: number, providerText: string | null) => {
      const found = statusOutcome({ status, providerText, wait: null, isAllSent: true, busyAnswers: 'in-doubt', now: 0 });
      return 'problem' in found ? createWords(language).problem(found.problem) : '';
    };
    for (const status of [204, 400, 401, 404, 500]) {
      expect(wordsOf(status, null)).not.toMatch(/—|“|«/);
      expect(wordsOf(status, 'why')).toMatch(/[“«]why[”»]/);
    }
    // What to do stays that of a wrong address.
    expect(wordsOf(404, null).split(/404[^.]*\./)[1]).toBe(wordsOf(404, 'why').split(/404[^.]*\./)[1]);
  });

  it('503 with a time means busy, and no other status depends on a time', () => {
    expect(outcomeOfStatus(503, 0, false)).toEqual(refused(problem('provider-busy', { status: 503, retryAfter: 0 })));
    expect(outcomeOfStatus(429, 7, false)).toEqual(refused(problem('provider-busy', { status: 429, retryAfter: 7 })));
    expect(outcomeOfStatus(429, 3600, false)).toEqual(
      refused(problem('provider-busy', { status: 429, retryAfter: 3600, context: 'until', until: 3_601_000 })),
    );
    for (let status = 100; status < 600; status++) if (status !== 503) expect(outcomeOf(status, 7)).toBe(outcomeOf(status));
  });

  it('a busy provider that may have signed leaves the documents in doubt, and its wait is respected', () => {
    for (const [status, code] of [
      [503, 'provider-error'],
      [429, 'unexpected-answer'],
    ] as const)
      expect(outcomeOfStatus(status, 7, true)).toEqual({
        kind: 'unknown',
        problem: problem(code, { status, providerText: 'why', retryAfter: 7 }),
      });
    expect(outcomeOfStatus(400, 7, true)).toEqual(outcomeOfStatus(400, 7, false));
    expect(outcomeOfStatus(429, 7, true, 'refused')).toEqual(outcomeOfStatus(429, 7, false));
  });

  it('every other status leaves the documents in doubt, with the provider’s text', () => {
    const known = new Set([200, 400, 401, 403, 413, 429]);
    for (let status = 100; status < 600; status++) {
      if (known.has(status)) continue;
      const code = status >= 500 ? 'provider-error' : 'unexpected-answer';
      const ofAddress = status < 400 ? status >= 300 : [404, 405, 406, 410, 411, 414, 415, 421, 426].includes(status);
      expect(outcomeOfStatus(status, null, false)).toEqual({
        kind: 'unknown',
        problem: problem(code, { status, providerText: 'why', ...(ofAddress && { context: 'address' }) }),
      });
    }
  });
});
