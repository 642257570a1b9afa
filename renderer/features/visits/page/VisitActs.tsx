/** The actions for the customer. The next step is emphasised; all of them stay in place. */
import { Eye, FileSearch, FolderArchive, PenLine, Trash2, UserSearch } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VisitView } from '../../../../shared/domain/visits/visit.ts';
import { Button, Dialog, IconButton, ProblemBanner } from '../../../components/index.ts';
import { useInfo } from '../../../state/info.ts';
import { useSavedState } from '../../../state/page-parts.ts';
import { canOverride, nextStep, type Step, titleOf } from '../derive.ts';
import { EvidenceDialog } from '../forms/EvidenceDialog.tsx';
import { FetchDialog } from '../forms/FetchDialog.tsx';
import { askAbout, useVisits } from '../store.ts';
import '../forms/forms.css';
import { useSaving } from '../../../state/use-saving.ts';
import { removeVisit } from '../actions.ts';
import { OverrideDialog } from './Findings.tsx';

type Props = { view: VisitView; onScreen: () => void; onSign: () => void };

/** Asks before a visit is removed with everything that belongs to it, and lists it. */
function RemoveDialog({ view, onClose }: { view: VisitView; onClose: () => void }) {
  const { t } = useTranslation(['customers', 'ui']);
  const { problem, save } = useSaving();
  const losses = (['records', 'screenings', 'documents'] as const).filter((part) => view[part].length > 0);
  return (
    <Dialog isOpen onClose={onClose} title={t('remove.title', { name: titleOf(view) })} role="alertdialog">
      <div className="cust-form">
        <ul className="cust-losses">
          {losses.map((part) => (
            <li key={part}>{t(`remove.${part}`, { count: view[part].length })}</li>
          ))}
          <li>{t('remove.timeline')}</li>
        </ul>
        <p>{t('remove.files')}</p>
        {!view.events.some(({ kind }) => kind === 'evidence') && <p>{t('remove.noEvidence')}</p>}
        <p>{t('remove.final')}</p>
        {problem && <ProblemBanner problem={problem} alert />}
        <div className="ui-dialog-actions">
          <Button onPress={onClose} autoFocus>
            {t('ui:cancel')}
          </Button>
          <Button variant="danger" onPress={() => void save(() => removeVisit(view.id))}>
            {t('acts.remove')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

export function VisitActs({ view, onScreen, onSign }: Props) {
  const { t } = useTranslation('customers');
  const { validation: path, canScreen } = useInfo();
  const dialog = useVisits((state) => state.dialog);
  const close = () => askAbout(null);
  // A dialog returns the focus to what had it: also one that opens with the page, which gives it to the name first.
  const [isShown, setIsShown] = useState(false);
  useEffect(() => setIsShown(true), []);
  const open = isShown ? dialog : null;
  const next = nextStep(view, { fetch: path !== null, screen: canScreen });
  const [asking, setAsking] = useSavedState(`ask ${view.id}`, false);
  const asked = view.findings.find(({ needsReason }) => needsReason) ?? view.findings.find(canOverride);
  const asksFor = asking ? asked : undefined;
  const read = () => (asked ? setAsking(true) : document.querySelector<HTMLElement>('.cust-findings')?.focus());
  const sign = () => (view.blocking === 0 && view.findings.some(({ needsReason }) => needsReason) ? setAsking(true) : onSign());
  const variant = (step: Step) => (step === next ? 'primary' : 'secondary');
  return (
    <div className="ui-acts" data-pane=".ui-button-primary">
      <Button icon={FileSearch} variant={variant('fetch')} isDisabled={path === null} onPress={() => askAbout('fetch')}>
        {t('acts.fetch')}
      </Button>
      <Button icon={UserSearch} variant={variant('screen')} onPress={onScreen}>
        {t('acts.screen')}
      </Button>
      {next === 'read' && (
        <Button icon={Eye} variant="primary" onPress={read}>
          {t('acts.read')}
        </Button>
      )}
      <Button icon={PenLine} variant={variant('sign')} onPress={sign}>
        {t('acts.sign')}
      </Button>
      <span className="cust-acts-end">
        <Button icon={FolderArchive} variant={variant('evidence')} onPress={() => askAbout('evidence')}>
          {t('acts.evidence')}
        </Button>
        <IconButton icon={Trash2} aria-label={t('acts.remove')} onPress={() => askAbout('remove')} />
      </span>
      {asksFor && (
        <OverrideDialog
          visitId={view.id}
          pressedKey={asksFor.key}
          findings={view.findings.filter(canOverride)}
          onClose={() => setAsking(false)}
        />
      )}
      {open === 'fetch' && path && <FetchDialog view={view} path={path} onClose={close} />}
      {open === 'evidence' && <EvidenceDialog id={view.id} onClose={close} />}
      {open === 'remove' && <RemoveDialog view={view} onClose={close} />}
    </div>
  );
}
