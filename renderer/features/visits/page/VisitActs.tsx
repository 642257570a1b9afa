/** The actions for the customer. The next step is emphasised; all of them stay in place. */
import { FileSearch, FolderArchive, PenLine, Trash2, UserSearch } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { VisitView } from '../../../../shared/domain/visit.ts';
import { Button, IconButton } from '../../../components/index.ts';
import { useInfo } from '../../../state/info.ts';
import { nextStep, type Step } from '../details.ts';
import { EvidenceDialog } from '../forms/EvidenceDialog.tsx';
import { FetchDialog } from '../forms/FetchDialog.tsx';
import { RemoveDialog } from '../forms/RemoveDialog.tsx';
import { askAbout, useVisits } from '../store.ts';

type Props = { view: VisitView; onScreen: () => void; onSign: () => void };

export function VisitActs({ view, onScreen, onSign }: Props) {
  const { t } = useTranslation('customers');
  const { validation: path, canSearch } = useInfo();
  const dialog = useVisits((state) => state.dialog);
  const close = () => askAbout(null);
  const next = nextStep(view, { fetch: path !== null, search: canSearch });
  const variant = (step: Step) => (step === next ? 'primary' : 'secondary');
  return (
    <div className="cust-acts">
      <Button icon={FileSearch} variant={variant('fetch')} isDisabled={path === null} onPress={() => askAbout('fetch')}>
        {t('acts.fetch')}
      </Button>
      <Button icon={UserSearch} variant={variant('screen')} onPress={onScreen}>
        {t('acts.screen')}
      </Button>
      <Button icon={PenLine} variant={variant('sign')} onPress={onSign}>
        {t('acts.sign')}
      </Button>
      <span className="cust-acts-space" />
      <Button icon={FolderArchive} onPress={() => askAbout('evidence')}>
        {t('acts.evidence')}
      </Button>
      <IconButton icon={Trash2} aria-label={t('acts.remove')} onPress={() => askAbout('remove')} />
      {dialog === 'fetch' && path && <FetchDialog view={view} path={path} onClose={close} />}
      {dialog === 'evidence' && <EvidenceDialog id={view.id} onClose={close} />}
      {dialog === 'remove' && <RemoveDialog view={view} onClose={close} />}
    </div>
  );
}
