/** A received file that is stored by the station but not in its folder yet: why, and what to do. */
import { FolderCheck, FolderOutput } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { jobStatus } from '../../../../shared/domain/job-status.ts';
import type { SigningJob } from '../../../../shared/domain/signing.ts';
import { Banner, Button, ProblemBanner } from '../../../components/index.ts';
import { jobLooks } from '../JobStatusTag.tsx';
import { deliver } from './actions.ts';

export function DeliverySection({ job }: { job: SigningJob }) {
  const { t } = useTranslation(['queue', 'jobs']);
  const signed = job.status === 'signed';
  const reason = signed ? job.warning : (job.problem ?? job.warning);
  const acts = (
    <>
      <Button size="small" icon={FolderCheck} onPress={() => void deliver([job.documentId], false)}>
        {t('delivery.now')}
      </Button>
      <Button size="small" icon={FolderOutput} onPress={() => void deliver([job.documentId], true)}>
        {t('delivery.elsewhere')}
      </Button>
    </>
  );
  return (
    <>
      <Banner tone="doubt" what={t(signed ? 'jobs:kept' : 'delivery.keptAside')} actions={acts} />
      {reason && <ProblemBanner problem={reason} tone={signed ? 'doubt' : jobLooks[jobStatus(job)].tone} />}
    </>
  );
}
