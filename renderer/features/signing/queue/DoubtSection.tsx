/** A document that was sent and has no known outcome: the facts, and the three options to settle it. */
import { Check as CheckIcon, FileCheck, NotebookPen, RotateCcw, Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Candidate, maxNoteLength } from '../../../../shared/domain/signing/queue.ts';
import { may } from '../../../../shared/domain/signing/queue-list.ts';
import type { SigningJob } from '../../../../shared/domain/signing/signing.ts';
import type { Problem } from '../../../../shared/errors.ts';
import { Banner, Button, ConfirmButton, ProblemBanner } from '../../../components/index.ts';
import { NoteDialog } from '../../../components/NoteDialog.tsx';
import { momentWords, sizeWords } from '../../../i18n/formats.ts';
import { useProblemWords } from '../../../i18n/problem-words.ts';
import { useQueue } from '../../../state/jobs.ts';
import { useSavedState } from '../../../state/page-parts.ts';
import { DoubtBanner } from '../DoubtBanner.tsx';
import { accept, check, closeDoubt, deliver, retry } from './actions.ts';
import { useQueueView } from './store.ts';

function CandidateItem({ job, candidate }: { job: SigningJob; candidate: Candidate }) {
  const { t } = useTranslation('queue');
  const added = candidate.signatures - candidate.signaturesBefore;
  const from = t(`candidate.from.${candidate.source}`);
  return (
    <li className="queue-candidate">
      <FileCheck size={18} aria-hidden="true" />
      <div>
        <p className="queue-candidate-what">{from}</p>
        <p>{t('candidate.contains')}</p>
        <p className={added > 0 ? undefined : 'tone-doubt'}>
          {sizeWords(candidate.size)} · {t('candidate.signatures', { count: Math.max(added, 0) })}
        </p>
        <ConfirmButton
          size="small"
          variant="primary"
          of={`${from}, ${sizeWords(candidate.size)}`}
          label={t('candidate.use')}
          title={t('candidate.title')}
          confirmLabel={t('candidate.use')}
          onConfirm={() => void accept(job.documentId, candidate.id)}
        >
          <p>{t('candidate.consequence', { name: job.name })}</p>
          {added <= 0 && <p>{t('candidate.noNewSignature')}</p>}
        </ConfirmButton>
      </div>
    </li>
  );
}

type Props = {
  job: SigningJob;
  candidates: readonly Candidate[];
  problem: Problem | null;
  /** The provider was asked, not only the station's stored answers. */
  asked: boolean;
};

/** The result of checking a document in doubt: candidate files, or that there is none and what to do then. */
function CheckResult({ job, candidates, problem, asked }: Props) {
  const { t } = useTranslation('queue');
  // It is already shown above that it is not set up.
  const shown = problem?.code === 'validation-not-set-up' ? null : problem;
  return (
    <>
      {shown && <ProblemBanner problem={shown} tone="doubt" />}
      {candidates.length > 0 ? (
        <ul className="queue-candidates" aria-label={t('candidate.label')}>
          {candidates.map((candidate) => (
            <CandidateItem key={candidate.id} job={job} candidate={candidate} />
          ))}
        </ul>
      ) : (
        !shown && <Banner tone="quiet" what={t(asked ? 'doubt.nothing' : 'doubt.nothingStored')} do={t('doubt.nothingDo')} />
      )}
    </>
  );
}

function Ask({ job }: { job: SigningJob }) {
  const { t } = useTranslation('queue');
  const canCheck = useQueue((queue) => queue?.canCheck ?? false);
  const found = useQueueView((state) => state.checks[job.documentId]);
  const notSetUp = useProblemWords()({ code: 'validation-not-set-up', message: '' });
  const asking = found?.state === 'asking';
  const hasCandidates = found?.state === 'done' && found.candidates.length > 0;
  return (
    <li>
      <Button
        icon={Search}
        variant={canCheck && !hasCandidates ? 'primary' : 'secondary'}
        isPending={asking}
        onPress={() => void check(job.documentId)}
      >
        {t(canCheck ? 'doubt.check' : 'doubt.look')}
      </Button>
      <p className="ui-help">{canCheck ? t('doubt.checkHelp') : `${notSetUp.what} ${notSetUp.why} ${t('doubt.lookHelp')}`}</p>
      <div role="status">
        {asking && <p>{t('doubt.asking')}</p>}
        {found?.state === 'done' && <CheckResult job={job} candidates={found.candidates} problem={found.problem} asked={canCheck} />}
      </div>
    </li>
  );
}

/** One of the options to settle a document: it is sent again, although it may have been signed. */
export function SendAgain({ job, help }: { job: SigningJob; help: string }) {
  const { t } = useTranslation(['queue', 'signing']);
  return (
    <li>
      <ConfirmButton
        icon={RotateCcw}
        label={t('doubt.again')}
        title={t('doubt.againTitle', { name: job.name })}
        confirmLabel={t('signing:result.again')}
        onConfirm={() => void retry([job.documentId], true)}
        danger
      >
        {t('doubt.againLoss', { when: momentWords('at', job.lastAttemptAt ?? job.changedAt) })}
      </ConfirmButton>
      <p className="ui-help">{help}</p>
    </li>
  );
}

/** One of the options to settle a document: with a person's note, which is stored with it. */
export function CloseWithNote({ job, help }: { job: SigningJob; help: string }) {
  const { t } = useTranslation('queue');
  const [open, setOpen] = useSavedState(`close ${job.documentId}`, false);
  return (
    <li>
      <Button icon={NotebookPen} onPress={() => setOpen(true)}>
        {t('doubt.close')}
      </Button>
      <p className="ui-help">{help}</p>
      {open && (
        <NoteDialog
          of={`close ${job.documentId}`}
          title={t('close.title', { name: job.name })}
          words={t('close.words')}
          label={t('close.note')}
          description={t('close.noteHelp', { count: maxNoteLength })}
          missing={t('close.missing')}
          confirmLabel={t('close.confirm')}
          onConfirm={(note) => closeDoubt(job.documentId, note)}
          onClose={() => setOpen(false)}
        />
      )}
    </li>
  );
}

export function DoubtSection({ job }: { job: SigningJob }) {
  const { t } = useTranslation('queue');
  return (
    <>
      <DoubtBanner job={job} />
      <h3>{t('doubt.title')}</h3>
      <ul className="queue-choices">
        <Ask job={job} />
        {job.hasOriginal ? <SendAgain job={job} help={t('doubt.againHelp')} /> : <li className="ui-help">{t('doubt.noOriginal')}</li>}
        <CloseWithNote job={job} help={t('doubt.closeHelp')} />
        {may('deliver', job) && (
          <li>
            <Button icon={CheckIcon} onPress={() => void deliver([job.documentId], false)}>
              {t('delivery.now')}
            </Button>
            <p className="ui-help">{t('delivery.stored')}</p>
          </li>
        )}
      </ul>
    </>
  );
}
