/** The menu of a row of the document list: what its result and the list offer as buttons. */
import type { TFunction } from 'i18next';
import type { StationDocument } from '../../../shared/domain/documents/document.ts';
import { canSendAgain } from '../../../shared/domain/signing/job-status.ts';
import { copyText } from '../../components/copy-text.ts';
import type { RowAct } from '../../components/row-menu.ts';
import { useJobs } from '../../state/jobs.ts';
import { openSigned, showSigned } from '../../state/signed-files.ts';
import { cancel, recheck, sendAgain } from './actions.ts';
import { referenceOf } from './derive.ts';
import { useSigning } from './store.ts';

/** `t`: of the sign area. */
export function documentActs(document: StationDocument, t: TFunction<['signing', 'ui']>, onRemove: (ids: string[]) => void): RowAct[] {
  const { id, problem } = document;
  const job = useJobs.getState().jobs[id];
  const reference = job?.reference ?? referenceOf(document, useSigning.getState().drafts[id]);
  const signedName = job?.signedName ?? null;
  const acts: (RowAct | false | undefined)[] = [
    signedName !== null && { id: 'open', label: t('ui:open'), run: () => void openSigned(id) },
    signedName !== null && { id: 'folder', label: t('ui:showInFolder'), run: () => void showSigned(id) },
    job && canSendAgain(job) && { id: 'again', label: t('result.again'), run: () => void sendAgain(document) },
    job?.status === 'queued' && { id: 'cancel', label: t('result.cancelThis'), run: () => void cancel([id]) },
    problem !== null && !job && { id: 'recheck', label: t('list.recheck'), run: () => void recheck([id]) },
    { id: 'copy', label: t('list.copyReference'), run: () => void copyText(reference, t('list.copied')) },
    { id: 'remove', label: t('list.remove'), run: () => onRemove([id]) },
  ];
  return acts.filter((act) => typeof act === 'object');
}
