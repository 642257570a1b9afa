/** A document that the provider calls signed and the check does not accept: why, and the options to settle it. */
import { CircleStop, ListPlus, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SigningJob } from '../../../../shared/domain/signing/signing.ts';
import { findingsOfAdditions } from '../../../../shared/domain/verification/verification.ts';
import { Banner, Button, Dialog, ProblemBanner, ProblemCode } from '../../../components/index.ts';
import { useProblemWords } from '../../../i18n/problem-words.ts';
import { useInfoStore } from '../../../state/info.ts';
import { useBusy } from '../../../state/use-busy.ts';
import { stopCheck } from '../../verification/actions.ts';
import { CheckInProgress, CheckSummary, ReleaseButton } from '../../verification/CheckSummary.tsx';
import { useRuleWords } from '../../verification/use-rule-words.ts';
import { acceptRule, checkAgain, dropProposal, proposeRule } from './actions.ts';
import { CloseWithNote, SendAgain } from './DoubtSection.tsx';
import { type Proposal, useQueueView } from './store.ts';

function CheckAgain({ job: { documentId } }: { job: SigningJob }) {
  const { t } = useTranslation(['queue', 'verify']);
  const isChecking = useQueueView(({ rechecked }) => rechecked.has(documentId));
  return (
    <li>
      <Button icon={ShieldCheck} isPending={isChecking} onPress={() => void checkAgain(documentId)}>
        {t('verify:again')}
      </Button>
      <p className="ui-help">{t('unverified.checkAgainHelp')}</p>
      <div role="status">{isChecking && <p>{t('unverified.checking')}</p>}</div>
    </li>
  );
}

type Found = Extract<Proposal, { state: 'found' }>;

function RuleDialog({ job, found: { rules, others } }: { job: SigningJob; found: Found }) {
  const { t } = useTranslation(['queue', 'settings', 'ui']);
  const ruleWords = useRuleWords();
  const { busy, run } = useBusy();
  const close = () => dropProposal(job.documentId);
  return (
    <Dialog
      isOpen
      onClose={close}
      title={t('rule.title', { count: rules.length })}
      actions={
        <>
          <Button onPress={close}>{t('ui:cancel')}</Button>
          <Button variant="primary" autoFocus isPending={busy} onPress={() => void run(() => acceptRule(job.documentId, rules))}>
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
function RuleFromDocument({ job }: { job: SigningJob }) {
  const { t } = useTranslation(['queue', 'ui']);
  const { documentId } = job;
  const proposal = useQueueView((state) => state.proposals[documentId]);
  const isLooking = proposal?.state === 'looking';
  return (
    <li>
      <Button icon={ListPlus} isPending={isLooking} onPress={() => void proposeRule(documentId)}>
        {t('rule.make')}
      </Button>
      <p className="ui-help">{t('rule.help')}</p>
      <div className="ui-line">
        <div role="status">
          {isLooking && <p>{t('rule.looking')}</p>}
          {proposal?.state === 'none' && <ProblemBanner problem={proposal.problem} tone="doubt" />}
        </div>
        {isLooking && (
          <Button size="small" icon={CircleStop} onPress={() => void stopCheck(documentId)}>
            {t('ui:stop')}
          </Button>
        )}
      </div>
      {proposal?.state === 'found' && <RuleDialog job={job} found={proposal} />}
    </li>
  );
}

export function UnverifiedSection({ job }: { job: SigningJob }) {
  const { t } = useTranslation(['queue', 'signing']);
  const problemWords = useProblemWords();
  const { documentId, verification, problem, signedName } = job;
  const isChecked = verification !== null;
  const practice = useInfoStore(({ info }) => info?.practice === true);
  const isLooking = useQueueView(({ proposals }) => proposals[documentId]?.state === 'looking');
  const mayBeAdditions = verification?.findings.some((finding) => findingsOfAdditions.includes(finding)) === true;
  return (
    <>
      <Banner
        tone="bad"
        what={t('signing:result.unverified')}
        why={problem && !isChecked && problemWords(problem).why}
        do={t(signedName === null ? 'signing:result.unverifiedWhy' : 'signing:result.unverifiedSavedWhy')}
        {...(problem && { actions: <ProblemCode problem={problem} /> })}
      />
      {/* The search for a rule shows its own message. */}
      {!isLooking && <CheckInProgress documentId={documentId} />}
      {verification && <CheckSummary checked={job} verification={verification} />}
      <h3>{t('unverified.title')}</h3>
      <ul className="queue-choices">
        {mayBeAdditions && !practice && <RuleFromDocument job={job} />}
        <CheckAgain job={job} />
        <li>
          <ReleaseButton checked={job} />
          <p className="ui-help">{t('unverified.release')}</p>
        </li>
        <SendAgain job={job} help={t('unverified.againHelp')} />
        <CloseWithNote job={job} help={t('unverified.closeHelp')} />
      </ul>
    </>
  );
}
