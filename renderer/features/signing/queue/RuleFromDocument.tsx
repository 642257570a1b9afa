/** Adds a provider rule to the connection, derived from an unverified document; its provider adds the same to every document. */
import { CircleStop, ListPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SigningJob } from '../../../../shared/domain/signing.ts';
import { Button, Dialog, ProblemBanner } from '../../../components/index.ts';
import { stopCheck } from '../../verification/actions.ts';
import { useRuleWords } from '../../verification/use-rule-words.ts';
import { acceptRule, dropProposal, proposeRule } from './actions.ts';
import { type Proposal, useQueueView } from './store.ts';

type Found = Extract<Proposal, { state: 'found' }>;

function RuleDialog({ job, found: { rules, others } }: { job: SigningJob; found: Found }) {
  const { t } = useTranslation(['queue', 'settings', 'ui']);
  const ruleWords = useRuleWords();
  const [saving, setSaving] = useState(false);
  const close = () => dropProposal(job.documentId);
  const save = async () => {
    setSaving(true);
    await acceptRule(job.documentId, rules);
    setSaving(false);
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      title={t('rule.title', { count: rules.length })}
      actions={
        <>
          <Button onPress={close}>{t('ui:cancel')}</Button>
          <Button variant="primary" autoFocus isPending={saving} onPress={() => void save()}>
            {t('rule.confirm', { count: rules.length })}
          </Button>
        </>
      }
    >
      <div className="queue-rule">
        <ul aria-label={t('rule.rules')}>
          {rules.map((rule) => (
            <li key={JSON.stringify(rule)}>{ruleWords(rule)}</li>
          ))}
        </ul>
        <p>{t('rule.from', { name: job.name })}</p>
        <p>{t('rule.meaning')}</p>
        {others > 0 && <p>{t('rule.others', { count: others })}</p>}
        <p className="ui-help">{t('rule.remove', { count: rules.length, place: t('settings:groups.verification') })}</p>
      </div>
    </Dialog>
  );
}

/** One of the options to settle the document. */
export function RuleFromDocument({ job }: { job: SigningJob }) {
  const { t } = useTranslation('queue');
  const { documentId } = job;
  const proposal = useQueueView((state) => state.proposals[documentId]);
  const isLooking = proposal?.state === 'looking';
  return (
    <li>
      <Button icon={ListPlus} isPending={isLooking} onPress={() => void proposeRule(documentId)}>
        {t('rule.make')}
      </Button>
      <p className="ui-help">{t('rule.help')}</p>
      <div className="queue-looking">
        <div role="status">
          {isLooking && <p>{t('rule.looking')}</p>}
          {proposal?.state === 'none' && <ProblemBanner problem={proposal.problem} tone="doubt" />}
        </div>
        {isLooking && (
          <Button size="small" icon={CircleStop} onPress={() => void stopCheck(documentId)}>
            {t('rule.stop')}
          </Button>
        )}
      </div>
      {proposal?.state === 'found' && <RuleDialog job={job} found={proposal} />}
    </li>
  );
}
