/** Publishes PDFs for the provider to fetch: which ones, for which customer, and how long they are offered. */
import './publishing.css';
import { FilePlus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicationKey } from '../../../../shared/domain/web-service.ts';
import type { Problem } from '../../../../shared/errors.ts';
import { Button, Dialog, FilterGroup, ProblemBanner } from '../../../components/index.ts';
import { useFileDrop } from '../../../components/use-file-drop.ts';
import { publish } from './actions.ts';
import { KeyFields } from './KeyFields.tsx';
import { keysOf, typedKeys } from './keys.ts';
import { StagedFiles } from './StagedFiles.tsx';
import { useStaging } from './use-staging.ts';

type PublishDialogProps = {
  open: boolean;
  onClose: () => void;
  /** Initial values of the customer fields. */
  keys?: PublicationKey[];
  /** The visit that the documents belong to. */
  visitId: string | null;
  /** Dropped files; without them the system's dialog asks for some first. */
  files?: File[];
};

const hows = ['until', 'once'] as const;

function Publishing({ onClose, keys = [], visitId, files }: Omit<PublishDialogProps, 'open'>) {
  const { t } = useTranslation('inbox', { keyPrefix: 'publishing.dialog' });
  const { t: ui } = useTranslation('ui');
  const staging = useStaging(files, onClose);
  const [typed, setTyped] = useState(() => typedKeys(keys));
  const [how, setHow] = useState<(typeof hows)[number]>('until');
  const [pressed, setPressed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { over, handlers } = useFileDrop(staging.drop);
  const staged = staging.staged ?? [];
  const good = staged.filter((one) => one.problem === null);
  const forWhom = keysOf(typed);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (good.length === 0 || forWhom.length === 0 || busy || staging.reading) return;
    setBusy(true);
    const answer = await publish(good, { keys: forWhom, once: how === 'once', visitId });
    staging.published(answer.published);
    setBusy(false);
    setProblem(answer.problem);
    if (!answer.problem) onClose();
  };
  // The system's dialog is in front.
  if (staging.staged === null && !files) return null;
  const shown = problem ?? staging.problem;
  return (
    <Dialog isOpen onClose={onClose} title={t('title')} wide>
      <form className={`pub-form ${over ? 'pub-form-over' : ''}`} onSubmit={(event) => void submit(event)} noValidate {...handlers}>
        {staged.length > 0 && <StagedFiles staged={staged} onRemove={staging.takeOut} />}
        <div className="pub-more">
          <Button size="small" icon={FilePlus} onPress={staging.choose} isDisabled={staging.reading}>
            {t(staged.length > 0 ? 'more' : 'choose')}
          </Button>
          <p role="status">{staging.reading ? t('reading') : staged.length === 0 ? t('none') : ''}</p>
          {pressed && good.length === 0 && !staging.reading && staged.length > 0 && <p className="ui-error">{t('noneGood')}</p>}
        </div>
        <KeyFields typed={typed} onChange={setTyped} missing={pressed && forWhom.length === 0} />
        <div className="pub-how">
          <span className="ui-label" aria-hidden="true">
            {t('how')}
          </span>
          <FilterGroup label={t('how')} names={hows} chosen={how} onChoose={setHow}>
            {(name) => t(`hows.${name}`)}
          </FilterGroup>
          <p className="ui-help">{t(`howHelp.${how}`)}</p>
        </div>
        {shown && <ProblemBanner problem={shown} alert />}
        <div className="ui-dialog-actions">
          <Button onPress={onClose}>{ui('cancel')}</Button>
          <Button type="submit" variant="primary" isDisabled={busy || staging.reading}>
            {t('publish', { count: good.length })}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export function PublishDialog({ open, ...rest }: PublishDialogProps) {
  return open ? <Publishing {...rest} /> : null;
}
