/** A document's state in this area: that of its job, or that the file cannot be used. */
import { FileX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { StatusTag, type Tone } from '../../components/index.ts';
import { JobStatusTag, jobLooks } from '../../state/jobs/index.ts';
import type { ShownStatus } from './derive.ts';

export const toneOf = (status: ShownStatus): Tone => (status === 'unusable' ? 'bad' : jobLooks[status].tone);

export function DocumentStatusTag({ status }: { status: ShownStatus }) {
  const { t } = useTranslation('signing');
  if (status !== 'unusable') return <JobStatusTag status={status} />;
  return (
    <StatusTag tone="bad" icon={FileX}>
      {t('shown.unusable')}
    </StatusTag>
  );
}
