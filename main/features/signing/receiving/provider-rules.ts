/** Makes rules of a connection profile from an unverified document: its provider adds the same to every document. */
import { isDeepStrictEqual } from 'node:util';
import type { ProviderRule } from '../../../../shared/domain/provider-rule.ts';
import type { VerificationSettings } from '../../../../shared/domain/verification-settings.ts';
import { StationError } from '../../../../shared/errors.ts';
import type { Outbox, OutboxJob } from '../outbox/outbox.ts';
import { needsWord } from '../states.ts';
import { type CheckAgain, unverifiedFile } from './check-again.ts';
import type { CheckReceived } from './check-received.ts';
import { findRules, notChecked } from './find-rules.ts';

/** The verification settings in the stored profile of an account. */
export type StoredVerification = {
  settings: VerificationSettings;
  /** @throws StationError `profile-invalid`, `disk-full` */
  save(settings: VerificationSettings): void;
};

export type ProviderRulesDeps = {
  outbox: Outbox;
  check: CheckReceived;
  checkAgain: CheckAgain;
  /** Returns null when no stored profile is for the account: in practice, or when it was removed. */
  stored(account: string): StoredVerification | null;
  /** Logs, in the audit log and the visit, the rules made from a document. @throws StationError `disk-full` */
  note(job: OutboxJob, rules: readonly ProviderRule[]): void;
};

export type ProviderRules = {
  /** Proposes rules. `others`: number of other unverified documents of the same account, which the rules may accept too. */
  propose(id: string): Promise<{ rules: ProviderRule[]; others: number }>;
  /** Saves the rules; returns the ids of the documents that are signed now. */
  accept(id: string, rules: readonly ProviderRule[]): Promise<string[]>;
};

export function createProviderRules({ outbox, check, checkAgain, stored, note }: ProviderRulesDeps): ProviderRules {
  /** @throws StationError `state-changed`, `other-account` */
  function documentOf(id: string): { job: OutboxJob; verification: StoredVerification } {
    const job = outbox.job(id);
    if (job?.status !== 'unverified') throw new StationError('state-changed');
    const verification = stored(job.account);
    if (verification === null) throw new StationError('other-account', { context: 'check' });
    return { job, verification };
  }

  const others = ({ id, account }: OutboxJob): OutboxJob[] =>
    outbox
      .openJobs()
      .filter((job) => job.id !== id && job.account === account && job.status === 'unverified')
      .filter((job) => needsWord(job) && unverifiedFile(job) !== null);

  return {
    propose: (id) =>
      check.asOne(id, async () => {
        const { job, verification } = documentOf(id);
        const rules = await findRules(verification.settings, (settings) => checkAgain.look(id, settings));
        return { rules, others: others(job).length };
      }),
    async accept(id, rules) {
      const { settings } = documentOf(id).verification;
      const { problem, verification: found } = await checkAgain.look(id, withRules(settings, rules));
      if (found === null) throw notChecked(problem);
      if (problem !== null) throw new StationError('no-rule-fits');
      // The settings may have been changed during the check.
      const { job, verification } = documentOf(id);
      // The log has the rule before the profile does, so no document is ever accepted by an unlogged rule.
      note(job, rules);
      verification.save(withRules(verification.settings, rules));
      const signed: string[] = [];
      for (const one of [job, ...others(job)]) if (await again(one.id)) signed.push(one.id);
      return signed;
    },
  };

  /** Checks a document again; skips one that a person settled, or a check that a person stopped. */
  async function again(id: string): Promise<boolean> {
    try {
      return await checkAgain.again(id);
    } catch (thrown) {
      if (thrown instanceof StationError && ['state-changed', 'cancelled'].includes(thrown.problem.code)) return false;
      throw thrown;
    }
  }
}

function withRules(settings: VerificationSettings, added: readonly ProviderRule[]): VerificationSettings {
  const fresh = added.filter((rule) => !settings.rules.some((own) => isDeepStrictEqual(own, rule)));
  return { ...settings, rules: [...settings.rules, ...fresh] };
}
