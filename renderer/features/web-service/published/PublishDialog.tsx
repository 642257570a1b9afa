/** Publishes PDFs for the provider to fetch: which ones, for which customer, and how long they are offered. */
import './publishing.css';
import { FilePlus, FileText, FileWarning, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxKeyLength, type PublicationKey, publicationKeyKinds, type Staged } from '../../../../shared/domain/web-service/web-service.ts';
import type { Problem } from '../../../../shared/errors.ts';
import {
  Button,
  Dialog,
  FileName,
  FilterGroup,
  Form,
  FormActions,
  IconButton,
  ProblemBanner,
  TextField,
} from '../../../components/index.ts';
import { useFileDrop } from '../../../components/use-file-drop.ts';
import { sizeWords } from '../../../i18n/formats.ts';
import { useProblemWords } from '../../../i18n/problem-words.ts';
import { useSavedState } from '../../../state/page-parts.ts';
import { keysOf, publish, type TypedKeys, typedKeys } from './actions.ts';
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

type Props = { typed: TypedKeys; onChange: (typed: TypedKeys) => void; missing: boolean };

/** The recipient of a document: one of the four fields is enough; each filled field must not be contradicted. */
function KeyFields({ typed, onChange, missing }: Props) {
  const { t } = useTranslation('inbox', { keyPrefix: 'publishing.dialog' });
  const { t: names } = useTranslation('service', { keyPrefix: 'kinds' });
  return (
    <fieldset className="pub-fields">
      <legend className="ui-label">{t('forWhom')}</legend>
      <p className="ui-help">{t('forWhomHelp')}</p>
      <div className="pub-key-fields">
        {publicationKeyKinds.map((kind) => (
          <TextField
            key={kind}
            label={names(kind)}
            value={typed[kind]}
            onChange={(value) => onChange({ ...typed, [kind]: value })}
            maxLength={maxKeyLength}
            autoFocus={kind === 'identification'}
            errorMessage={missing && kind === 'identification' ? t('missing') : undefined}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** The PDFs that are about to be published, each with its problem; one that cannot be published is left out. */
function StagedFiles({ staged, onRemove }: { staged: readonly Staged[]; onRemove: (one: Staged) => void }) {
  const { t } = useTranslation('inbox', { keyPrefix: 'publishing.dialog' });
  const problemWords = useProblemWords();
  const list = useRef<HTMLUListElement>(null);
  const why = (problem: Problem) => {
    const words = problemWords(problem);
    return t('leftOut', { why: [words.what, words.why].filter((part) => part !== '').join(' ') });
  };
  const remove = (one: Staged, place: number) => {
    // The focus moves to the next one, or the one before.
    const buttons = list.current?.querySelectorAll('button');
    (buttons?.[place + 1] ?? buttons?.[place - 1])?.focus();
    onRemove(one);
  };
  return (
    <ul className="pub-staged" aria-label={t('files')} ref={list}>
      {staged.map((one, place) => (
        <li key={one.id} className={one.problem ? 'pub-staged-bad' : ''}>
          {one.problem ? <FileWarning size={16} aria-hidden="true" /> : <FileText size={16} aria-hidden="true" />}
          <span className="pub-staged-words">
            <FileName name={one.name} />
            {one.problem && <span className="pub-staged-why">{why(one.problem)}</span>}
          </span>
          <span className="ui-total">{sizeWords(one.size)}</span>
          <IconButton icon={X} size="small" aria-label={t('takeOut', { name: one.name })} onPress={() => remove(one, place)} />
        </li>
      ))}
    </ul>
  );
}

function Publishing({ onClose, keys = [], visitId, files }: Omit<PublishDialogProps, 'open'>) {
  const { t } = useTranslation('inbox', { keyPrefix: 'publishing.dialog' });
  const staging = useStaging(visitId, files, onClose);
  const initial = typedKeys(keys);
  const [typed, setTyped] = useSavedState(`publish for ${visitId}`, initial);
  const [how, setHow] = useSavedState<(typeof hows)[number]>(`publish how ${visitId}`, 'until');
  const [pressed, setPressed] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { over, handlers } = useFileDrop(staging.drop);
  const staged = staging.staged ?? [];
  const good = staged.filter((one) => one.problem === null);
  const forWhom = keysOf(typed);
  const submit = async (form: HTMLFormElement) => {
    setPressed(true);
    if (forWhom.length === 0) form.querySelector<HTMLElement>('.pub-key-fields input')?.focus();
    if (good.length === 0 || forWhom.length === 0 || staging.reading) return;
    const answer = await publish(good, { keys: forWhom, once: how === 'once', visitId });
    staging.published(answer.published);
    setProblem(answer.problem);
    if (!answer.problem) onClose();
  };
  // The system's dialog is in front.
  if (staging.staged === null && !files) return null;
  const shown = problem ?? staging.problem;
  return (
    <Dialog isOpen onClose={onClose} title={t('title')} wide losesInput={publicationKeyKinds.some((kind) => typed[kind] !== initial[kind])}>
      <Form className={`pub-form ${over ? 'pub-form-over' : ''}`} onSave={submit} {...handlers}>
        {staged.length > 0 && <StagedFiles staged={staged} onRemove={staging.takeOut} />}
        <div className="pub-more">
          <Button size="small" icon={FilePlus} onPress={staging.choose} isDisabled={staging.reading}>
            {t(staged.length > 0 ? 'more' : 'choose')}
          </Button>
          <p role="status">{staging.reading ? t('reading') : staged.length === 0 ? t('none') : ''}</p>
          {pressed && good.length === 0 && !staging.reading && staged.length > 0 && <p className="ui-error">{t('noneGood')}</p>}
        </div>
        <KeyFields typed={typed} onChange={setTyped} missing={pressed && forWhom.length === 0} />
        <div className="ui-card-head">
          <span className="ui-label" aria-hidden="true">
            {t('how')}
          </span>
          <FilterGroup isChoice label={t('how')} names={hows} chosen={how} onChoose={setHow}>
            {(name) => t(`hows.${name}`)}
          </FilterGroup>
          <p className="ui-help">{t(`howHelp.${how}`)}</p>
        </div>
        {shown && <ProblemBanner problem={shown} alert />}
        <FormActions onCancel={onClose} isDisabled={staging.reading}>
          {t('publish', { count: good.length })}
        </FormActions>
      </Form>
    </Dialog>
  );
}

export function PublishDialog({ open, ...rest }: PublishDialogProps) {
  return open ? <Publishing {...rest} /> : null;
}
