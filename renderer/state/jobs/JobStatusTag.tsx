/** A job's state: icon, word and colour. Red needs a person, amber is doubt, green only what was checked. */
import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleX,
  FileCheck,
  FileOutput,
  FileWarning,
  FolderClock,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  OctagonX,
  ShieldAlert,
  TriangleAlert,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { JobStatus } from '../../../shared/domain/job-status.ts';
import { StatusTag, type Tone } from '../../components/index.ts';

export const jobLooks: Record<JobStatus, { tone: Tone; icon: LucideIcon }> = {
  draft: { tone: 'quiet', icon: CircleDashed },
  queued: { tone: 'busy', icon: Hourglass },
  held: { tone: 'bad', icon: ShieldAlert },
  sending: { tone: 'busy', icon: LoaderCircle },
  signed: { tone: 'good', icon: CircleCheck },
  'signed-with-remarks': { tone: 'doubt', icon: ShieldAlert },
  'signed-to-check': { tone: 'doubt', icon: TriangleAlert },
  'to-deliver': { tone: 'doubt', icon: FolderClock },
  unverified: { tone: 'bad', icon: FileWarning },
  released: { tone: 'doubt', icon: FileOutput },
  rejected: { tone: 'bad', icon: OctagonX },
  failed: { tone: 'bad', icon: CircleX },
  'in-doubt': { tone: 'doubt', icon: TriangleAlert },
  closed: { tone: 'quiet', icon: FileCheck },
  cancelled: { tone: 'quiet', icon: Ban },
};

export function useStatusWords(): (status: JobStatus) => string {
  const { t } = useTranslation(['jobs', 'statuses']);
  return (status) =>
    status === 'held' ||
    status === 'signed-with-remarks' ||
    status === 'signed-to-check' ||
    status === 'to-deliver' ||
    status === 'released' ||
    status === 'closed'
      ? t(`shown.${status}`)
      : t(`statuses:${status}`);
}

export function JobStatusTag({ status }: { status: JobStatus }) {
  const words = useStatusWords()(status);
  const { tone, icon } = jobLooks[status];
  return (
    <StatusTag tone={tone} icon={icon} spin={status === 'sending'}>
      {words}
    </StatusTag>
  );
}
