/** Makes rules of a connection profile from an unverified document: its provider adds the same to every document. */
import { isDeepStrictEqual } from 'node:util';
import type { ProviderRule } from '../../../../shared/domain/verification/provider-rule.ts';
import type { VerificationSettings } from '../../../../shared/domain/verification/verification-settings.ts';
import { StationError } from '../../../../shared/errors.ts';
import type { OutboxJob } from '../outbox/job.ts';
import { isUnsettled } from '../rules/states.ts';
import { type CheckAgainDeps, checkAgain, tryCheck, unverifiedFile } from './check-again.ts';
import { findRules, notChecked } from './find-rules.ts';

/** The verification settings in the stored profile of an account. */
type StoredVerification = {
  settings: VerificationSettings;
  /** @throws StationError `profile-invalid`, `disk-full` */
  save(settings: VerificationSettings): void;
};

export type ProviderRulesDeps = CheckAgainDeps & {
  /** Returns null when no stored profile is for the account: in practice, or when it was removed. */
  storedVerification(account: string): StoredVerification | null;
  /** Logs, in the audit log and the visit, the rules made from a document. @throws StationError `disk-full` */
  noteRules(job: OutboxJob, rules: readonly ProviderRule[]): void;
};

/** Proposes rules. `others`: number of other unverified documents of the same account, which the rules may accept too. */
export function proposeRules(id: string, deps: ProviderRulesDeps): Promise<{ rules: ProviderRule[]; others: number }> {
  return deps.check.asOne(id, async () => {
    const { job, verification } = documentOf(id, deps);
    const rules = await findRules(verification.settings, (settings) => tryCheck(id, settings, deps));
    return { rules, others: othersOf(job, deps).length };
  });
}

/** Saves the rules; returns the ids of the documents that are signed now. */
export async function acceptRules(id: string, rules: readonly ProviderRule[], deps: ProviderRulesDeps): Promise<string[]> {
  const { settings } = documentOf(id, deps).verification;
  const { problem, verification: found } = await tryCheck(id, withRules(settings, rules), deps);
  if (found === null) throw notChecked(problem);
  if (problem !== null) throw new StationError('no-rule-fits');
  // The settings may have been changed during the check.
  const { job, verification } = documentOf(id, deps);
  // The log has the rule before the profile does, so no document is ever accepted by an unlogged rule.
  deps.noteRules(job, rules);
  verification.save(withRules(verification.settings, rules));
  const signed: string[] = [];
  for (const one of [job, ...othersOf(job, deps)]) if (await isSignedNow(one.id, deps)) signed.push(one.id);
  return signed;
}

/** @throws StationError `state-changed`, `other-account` */
function documentOf(id: string, { outbox, storedVerification }: ProviderRulesDeps): { job: OutboxJob; verification: StoredVerification } {
  const job = outbox.job(id);
  if (job?.status !== 'unverified') throw new StationError('state-changed');
  const verification = storedVerification(job.account);
  if (verification === null) throw new StationError('other-account', { context: 'check' });
  return { job, verification };
}

const othersOf = ({ id, account }: OutboxJob, { outbox }: ProviderRulesDeps): OutboxJob[] =>
  outbox
    .openJobs()
    .filter((job) => job.id !== id && job.account === account && job.status === 'unverified')
    .filter((job) => isUnsettled(job) && unverifiedFile(job) !== null);

/** Checks a document again; skips one that a person settled, or a check that a person stopped. */
async function isSignedNow(id: string, deps: CheckAgainDeps): Promise<boolean> {
  try {
    return await checkAgain(id, deps);
  } catch (thrown) {
    if (thrown instanceof StationError && ['state-changed', 'cancelled'].includes(thrown.problem.code)) return false;
    throw thrown;
  }
}

function withRules(settings: VerificationSettings, added: readonly ProviderRule[]): VerificationSettings {
  const fresh = added.filter((rule) => !settings.rules.some((own) => isDeepStrictEqual(own, rule)));
  return { ...settings, rules: [...settings.rules, ...fresh] };
}
