/** A search signs nothing, and its problems do not speak of signing. */
import { expect, it } from 'vitest';
import { createWords } from '../support/doors/app.ts';
import { type Problem, problem } from '../support/doors/errors.ts';

const unexplained = { status: 502, context: 'unexplained' };
const met: Problem[] = [
  ...(['address-not-found', 'connection-refused', 'offline', 'timed-out-connecting', 'proxy-failed'] as const).map((code) =>
    problem(code, { host: 'h' }),
  ),
  problem('certificate-untrusted', { host: 'h', cause: 'CERT_HAS_EXPIRED' }),
  problem('ca-file-unreadable', { name: 'n' }),
  problem('search-refused', unexplained),
  problem('search-key-refused', unexplained),
  problem('service-not-found', unexplained),
  problem('search-failed', unexplained),
  problem('search-failed', { status: 500, providerText: 'x' }),
  problem('search-busy', { status: 429 }),
  problem('search-busy', { status: 429, context: 'until', until: Date.UTC(2026, 10, 29, 12) }),
  ...(['search-unanswered', 'search-answer-cut-off', 'search-answer-unreadable', 'search-answer-not-as-described'] as const).map((code) =>
    problem(code),
  ),
  ...(['answer-other-person', 'answer-too-large', 'search-other-connection', 'search-not-set-up', 'cancelled', 'internal'] as const).map(
    (code) => problem(code),
  ),
  ...(['screening-unknown', 'no-answer-stored', 'state-changed', 'run-unknown'] as const).map((code) => problem(code)),
  problem('secret-missing', { secret: 's', profile: 'p' }),
  problem('profile-invalid', { field: 'f' }),
  problem('keychain-unavailable', { cause: 'locked' }),
];

it.each(['es', 'en'] as const)('in %s', (language) => {
  for (const found of met) {
    const words = createWords(language).problem(found);
    expect(words, found.code).not.toMatch(/firm(?:a|ó|e|ar|ado)\b|\bsign(?:ed|ing)?\b(?!-in)|document|envíelo|send it|—|\{\{/i);
  }
});
