/** What became of the document on the page: state, reason in three parts, when, ids, the signed file, and what can be done now. */
import { ExternalLink, FolderSearch, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StationDocument } from '../../../shared/domain/document.ts';
import type { SigningJob } from '../../../shared/domain/signing.ts';
import { Button, ConfirmDialog, ProblemBanner } from '../../ui/index.ts';
import { cancel, openSigned, sendAgain, showSigned } from './actions.ts';
import { DocumentStatusTag } from './DocumentStatusTag.tsx';
import { canSendAgain, shownStatus } from './derive.ts';
import { statusLooks } from './status-looks.ts';
import { timeWords } from './words.ts';

type Props = { document: StationDocument; job: SigningJob };

function SendKnowingly({ document, job }: Props) {
  const { t } = useTranslation('signing');
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="small" icon={RotateCcw} onPress={() => setAsking(true)}>
        {t('result.againKnowingly')}
      </Button>
      <ConfirmDialog
        isOpen={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void sendAgain([document], true)}
        title={t('result.knowinglyTitle', { name: document.name })}
        confirmLabel={t('result.knowinglyConfirm')}
        danger
      >
        <p>{t('result.knowinglyLoss', { time: timeWords(job.changedAt) })}</p>
      </ConfirmDialog>
    </>
  );
}

function Facts({ job }: { job: SigningJob }) {
  const { t } = useTranslation('signing');
  const facts = [
    ['when', timeWords(job.changedAt)],
    ['reference', job.reference],
    ['providerId', job.providerDocumentId],
    ['signedName', job.signedName],
    ['asideName', job.asideName],
  ] as const;
  return (
    <dl className="sign-facts">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{t(`result.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

export function ResultCard({ document, job }: Props) {
  const { t } = useTranslation('signing');
  const status = shownStatus(document, job);
  const problem = job.problem ?? job.warning;
  const again = canSendAgain(status) && (
    <Button size="small" icon={RotateCcw} onPress={() => void sendAgain([document], false)}>
      {t('result.again')}
    </Button>
  );
  return (
    <section className="sign-section sign-result" aria-labelledby="sign-result">
      <div className="sign-result-head">
        <h2 id="sign-result">{t('result.title')}</h2>
        <DocumentStatusTag status={status} />
      </div>
      {problem && status !== 'cancelled' && (
        <ProblemBanner
          problem={problem}
          tone={statusLooks[status].tone}
          {...(status === 'in-doubt' ? { what: t('result.inDoubt', { time: timeWords(job.changedAt) }) } : {})}
        />
      )}
      <Facts job={job} />
      <div className="sign-buttons">
        {job.signedName && (
          <>
            <Button size="small" icon={ExternalLink} onPress={() => void openSigned(document.id)}>
              {t('result.open')}
            </Button>
            <Button size="small" icon={FolderSearch} onPress={() => void showSigned(document.id)}>
              {t('result.showInFolder')}
            </Button>
          </>
        )}
        {again}
        {status === 'in-doubt' && <SendKnowingly document={document} job={job} />}
        {status === 'queued' && (
          <Button size="small" onPress={() => void cancel([document.id])}>
            {t('result.cancelThis')}
          </Button>
        )}
      </div>
    </section>
  );
}
