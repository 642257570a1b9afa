/** The person to screen: name, identification, the two further sources. Enter screens, Escape stops. */
import { ArrowLeftRight, CircleStop, Search, TriangleAlert, UserRoundPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxLengths } from '../../../shared/domain/screening/screening.ts';
import { Button, Checkbox, Form, TextField, VisitMark } from '../../components/index.ts';
import { isCovered, useWindowKeys } from '../../components/use-window-keys.ts';
import { useInfo } from '../../state/info.ts';
import { screen, stop } from './actions.ts';
import { leftOver } from './derive.ts';
import { doubtOfName } from './name-order.ts';
import { isOpen, nothingTyped, type, useAnswer, useScreening } from './store.ts';

function NameHint({ name }: { name: string }) {
  const { t } = useTranslation('screening');
  const doubt = doubtOfName(name);
  return (
    // Present from the start, so that text appearing in it is read out.
    <div role="status">
      {doubt && (
        <div className="scr-hint">
          <TriangleAlert size={14} aria-hidden="true" />
          <p>{t(`form.doubt.${doubt.kind}`)}</p>
          {doubt.suggestion && (
            <Button size="small" icon={ArrowLeftRight} onPress={() => doubt.suggestion && type({ name: doubt.suggestion })}>
              {t('form.turn', { name: doubt.suggestion })}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Warns that the identification of the previous customer is still there while another name is typed. */
function LeftOverHint() {
  const { t } = useTranslation('screening');
  const { typed, shownId } = useScreening();
  const answer = useAnswer(shownId);
  const before = isOpen(answer) && answer.value ? leftOver(typed, answer.value.query) : null;
  return (
    <div role="status">
      {before !== null && (
        <div className="scr-hint">
          <TriangleAlert size={14} aria-hidden="true" />
          <p>{t('form.leftOver', { name: before })}</p>
        </div>
      )}
    </div>
  );
}

/** Escape stops the screening wherever the focus is, unless it repeats, or a dialog or popover lies over the page. */
function useEscapeToStop(running: boolean): void {
  useWindowKeys((event) => {
    if (!running || event.key !== 'Escape' || event.repeat || event.defaultPrevented || isCovered()) return;
    event.preventDefault();
    void stop();
  });
}

export function ScreeningForm({ onOpenVisit }: { onOpenVisit: (id: string) => void }) {
  const { t } = useTranslation(['screening', 'ui']);
  const { canScreen } = useInfo();
  const { typed, running, visit } = useScreening();
  const [pressed, setPressed] = useState(false);
  useEscapeToStop(running !== null);
  const nameMissing = pressed && typed.name.trim() === '';
  const form = useRef<HTMLFormElement>(null);
  const another = () => {
    useScreening.setState({ typed: nothingTyped, visit: null, shownId: null, failure: null });
    setPressed(false);
    form.current?.querySelector('input')?.focus();
  };
  const submit = () => {
    if (!canScreen) return;
    setPressed(true);
    void screen();
  };
  return (
    <search>
      <Form className="scr-form" ref={form} onSave={submit} aria-label={t('form.label')}>
        {visit && (
          <VisitMark name={visit.name} onOpen={() => onOpenVisit(visit.id)} onLeave={() => useScreening.setState({ visit: null })} />
        )}
        <TextField
          className="scr-name"
          label={t('form.name')}
          description={t('form.nameHelp')}
          value={typed.name}
          onChange={(name) => type({ name })}
          maxLength={maxLengths.name}
          autoFocus
          errorMessage={nameMissing ? t('form.nameMissing') : undefined}
        />
        <NameHint name={typed.name} />
        <TextField
          label={t('form.identification')}
          description={t('form.identificationHelp')}
          value={typed.identification}
          onChange={(identification) => type({ identification })}
          maxLength={maxLengths.identification}
        />
        <LeftOverHint />
        <fieldset className="scr-flags">
          <legend className="ui-label">{t('form.also')}</legend>
          <Checkbox isSelected={typed.judicial} onChange={(judicial) => type({ judicial })}>
            {t('source.judicial')}
          </Checkbox>
          <Checkbox isSelected={typed.procurator} onChange={(procurator) => type({ procurator })}>
            {t('source.procurator')}
          </Checkbox>
          <p className="ui-help">{t('form.longer')}</p>
        </fieldset>
        {running ? (
          <Button icon={CircleStop} size="large" shortcut="escape" onPress={() => void stop()}>
            {t('ui:stop')}
          </Button>
        ) : (
          <Button type="submit" variant="primary" size="large" icon={Search} shortcut="enter" isDisabled={!canScreen}>
            {t('form.screen')}
          </Button>
        )}
        {!running && (typed.name !== '' || typed.identification !== '') && (
          <Button variant="quiet" size="small" icon={UserRoundPlus} onPress={another}>
            {t('form.another')}
          </Button>
        )}
      </Form>
    </search>
  );
}
