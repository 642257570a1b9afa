/** The findings of the policy: blocking first, then warnings, then overridden findings with the person. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Finding, maxReasonLength } from '../../../../shared/domain/visits/policy.ts';
import { focusWhenLost } from '../../../components/focus-when-lost.ts';
import { Banner, Button, Checkbox, Dialog, Form, FormActions, ProblemBanner, ProblemCode, TextField } from '../../../components/index.ts';
import { fullTime } from '../../../i18n/formats.ts';
import { useProblemWords } from '../../../i18n/problem-words.ts';
import { useSavedState } from '../../../state/page-parts.ts';
import { canOverride, inOrder } from '../derive.ts';
import '../forms/forms.css';
import { useSaving } from '../../../state/use-saving.ts';
import { override } from '../actions.ts';

function Overridden({ finding }: { finding: Finding }) {
  const { t } = useTranslation('customers');
  const { what } = useProblemWords()(finding.problem);
  if (!finding.overridden) return null;
  const { by, at, reason } = finding.overridden;
  return (
    <Banner
      tone="quiet"
      what={t('findings.overridden', { what })}
      why={t('findings.overriddenBy', { name: by, time: fullTime(at) })}
      do={t('findings.reason', { reason })}
      actions={<ProblemCode problem={finding.problem} />}
    />
  );
}

function Found({ finding, onOverride }: { finding: Finding; onOverride: () => void }) {
  const { t } = useTranslation('customers');
  const words = useProblemWords()(finding.problem);
  const stop = finding.level === 'stop';
  const act = t(stop ? 'findings.override' : 'findings.giveReason');
  return (
    <Banner
      tone={stop ? 'bad' : 'doubt'}
      what={t(stop ? 'findings.stop' : 'findings.warn', { what: words.what })}
      why={words.why}
      do={words.do}
      actions={
        <>
          {canOverride(finding) && (
            <Button size="small" aria-label={`${act} ${words.what}`} onPress={onOverride}>
              {act}
            </Button>
          )}
          {stop && !finding.overridable && <span className="ui-help">{t('findings.final')}</span>}
          <ProblemCode problem={finding.problem} />
        </>
      }
    />
  );
}

type Props = {
  visitId: string;
  /** Shown where the visit is not on the screen. */
  visitName?: string;
  /** Key of the finding that was pressed. */
  pressedKey: string;
  /** All findings that can be overridden now. */
  findings: readonly Finding[];
  /** Called after the reason was stored; `onClose` if missing. */
  onDone?: () => void;
  onClose: () => void;
};

/** Overrides findings of the policy, with a reason that is stored. */
export function OverrideDialog({ visitId, visitName, pressedKey, findings, onClose, onDone = onClose }: Props) {
  const { t } = useTranslation('customers');
  const problemWords = useProblemWords();
  const [keys, setKeys] = useSavedState<readonly string[]>(`override ${visitId}`, [pressedKey]);
  const [reason, setReason] = useSavedState(`reason ${visitId}`, '');
  const [pressed, setPressed] = useState(false);
  const { problem, save } = useSaving();
  // A finding that main withdrew in the meantime is not overridden.
  const chosen = findings.filter(({ key }) => keys.includes(key)).map(({ key }) => key);
  const submit = async (form: HTMLFormElement) => {
    setPressed(true);
    if (reason.trim() === '') return form.querySelector('textarea')?.focus();
    if (chosen.length === 0) return;
    if (await save(() => override(visitId, chosen, reason.trim()))) onDone();
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('override.title')} losesInput={reason.trim() !== ''}>
      <Form className="cust-form" onSave={submit}>
        {visitName && <p>{t('override.visit', { name: visitName })}</p>}
        <p>{t('override.words')}</p>
        <fieldset className="cust-choices">
          <legend className="ui-label">{t('override.which')}</legend>
          {findings.length === 1 && <p>{findings.map(({ problem: found }) => problemWords(found).what)}</p>}
          {findings.length > 1 &&
            findings.map(({ key, problem: found }) => (
              <Checkbox
                key={key}
                isSelected={keys.includes(key)}
                onChange={(wanted) => setKeys(wanted ? [...keys, key] : keys.filter((one) => one !== key))}
              >
                {problemWords(found).what}
              </Checkbox>
            ))}
          {pressed && chosen.length === 0 && <p className="ui-error">{t('override.none')}</p>}
        </fieldset>
        <TextField
          label={t('override.reason')}
          description={t('override.reasonHelp')}
          rows={3}
          maxLength={maxReasonLength}
          isRequired
          autoFocus
          value={reason}
          onChange={setReason}
          errorMessage={pressed && reason.trim() === '' ? t('override.reasonMissing') : undefined}
        />
        {problem && <ProblemBanner problem={problem} alert />}
        <FormActions onCancel={onClose} variant="danger">
          {t('override.confirm')}
        </FormActions>
      </Form>
    </Dialog>
  );
}

/** `visitId` null: documents that belong to no visit; then nothing can be overridden. */
export function Findings({ visitId, findings }: { visitId: string | null; findings: readonly Finding[] }) {
  const { t } = useTranslation('customers');
  const [key, setKey] = useSavedState<string | null>(`finding ${visitId}`, null);
  const open = findings.filter(canOverride);
  const place = useRef<HTMLElement>(null);
  const close = () => {
    setKey(null);
    // The button disappears with the overridden finding.
    focusWhenLost(() => place.current);
  };
  if (findings.length === 0) return null;
  return (
    <section className="cust-findings" tabIndex={-1} ref={place} aria-label={t('findings.title')}>
      {inOrder(findings).map((finding) =>
        finding.overridden ? (
          <Overridden key={finding.key} finding={finding} />
        ) : (
          <Found key={finding.key} finding={finding} onOverride={() => setKey(finding.key)} />
        ),
      )}
      {visitId !== null && key !== null && open.length > 0 && (
        <OverrideDialog visitId={visitId} pressedKey={key} findings={open} onClose={close} />
      )}
    </section>
  );
}
