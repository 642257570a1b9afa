/** The actions of one document of the queue: buttons of its details, and the menu of its row. */
import type { TFunction } from 'i18next';
import { Contact, Copy, ExternalLink, FolderSearch, type LucideIcon, RotateCcw, Trash2, X } from 'lucide-react';
import { may } from '../../../../shared/domain/signing/queue-list.ts';
import type { SigningJob } from '../../../../shared/domain/signing/signing.ts';
import { copyText } from '../../../components/copy-text.ts';
import type { RowAct } from '../../../components/row-menu.ts';
import { openSigned, showSigned } from '../../../state/signed-files.ts';
import { cancel, remove, retry } from './actions.ts';

export type JobAct = RowAct & { icon: LucideIcon; isQuiet?: true; shortcut?: string };

export function jobActs(job: SigningJob, t: TFunction<['queue', 'signing', 'ui']>, onOpenVisit: (visitId: string) => void): JobAct[] {
  const { documentId: id, visitId, signedName, reference } = job;
  const acts: (JobAct | false)[] = [
    visitId !== null && { id: 'visit', label: t('ui:visit.open'), icon: Contact, run: () => onOpenVisit(visitId) },
    signedName !== null && { id: 'open', label: t('ui:open'), icon: ExternalLink, run: () => void openSigned(id) },
    signedName !== null && { id: 'folder', label: t('ui:showInFolder'), icon: FolderSearch, run: () => void showSigned(id) },
    may('retry', job) && { id: 'retry', label: t('signing:result.again'), icon: RotateCcw, run: () => void retry([id], false) },
    may('cancel', job) && { id: 'cancel', label: t('signing:result.cancelThis'), icon: X, run: () => void cancel([id]) },
    {
      id: 'copy',
      label: t('signing:list.copyReference'),
      icon: Copy,
      run: () => void copyText(reference, t('signing:list.copied')),
      isQuiet: true,
    },
    may('remove', job) && {
      id: 'remove',
      label: t('signing:list.remove'),
      icon: Trash2,
      isQuiet: true,
      shortcut: 'delete',
      run: () => void remove([id]),
    },
  ];
  return acts.filter((act) => act !== false);
}
