/** The form of a screening, and its answer. */
import './form.css';
import { LoaderCircle, Pencil, UserSearch } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusWhenGone } from '../../components/focus-when-lost.ts';
import { Button, Dialog, EmptyState, Form, FormActions, IconButton, ProblemBanner, TextField, TwoPanes } from '../../components/index.ts';
import { useElapsed } from '../../components/use-elapsed.ts';
import { useFind } from '../../components/use-find.ts';
import { timeWords } from '../../i18n/formats.ts';
import { useInfo } from '../../state/info.ts';
import { useSavedState } from '../../state/page-parts.ts';
import { screen, setClerk } from './actions.ts';
import { badgeOf } from './derive.ts';
import { looks } from './looks.ts';
import { NotSetUp } from './NotSetUp.tsx';
import { useBadgeWords } from './OutcomeTag.tsx';
import { ScreeningResult } from './result/ScreeningResult.tsx';
import { ScreeningForm } from './ScreeningForm.tsx';
import { type Running, recentScreenings, useScreening } from './store.ts';

/** Shown while a screening runs: the name, and the elapsed time. */
function RunningScreening({ running }: { running: Running }) {
  const { t } = useTranslation('screening');
  const seconds = useElapsed(running.since);
  return (
    <div className="scr-running">
      <LoaderCircle size={36} strokeWidth={1.6} aria-hidden="true" className="ui-spin" />
      <p>{t('running.words', { name: running.name })}</p>
      <p className="scr-running-time" role="timer">
        {t('running.time', { count: seconds })}
      </p>
      <p className="ui-help">{t('running.help')}</p>
    </div>
  );
}

function Answer() {
  const { t } = useTranslation('screening');
  const { running, failure, shownId } = useScreening();
  const { practice } = useInfo();
  if (running) return <RunningScreening running={running} />;
  if (failure) {
    return (
      <div className="ui-listed-problem">
        <ProblemBanner problem={failure} alert actions={<Button onPress={() => void screen()}>{t('failed.again')}</Button>} />
      </div>
    );
  }
  if (shownId) return <ScreeningResult key={shownId} id={shownId} />;
  return (
    <EmptyState icon={UserSearch} title={t('empty.title')} more={practice && <p>{t('empty.practice')}</p>}>
      {t('empty.words')}
    </EmptyState>
  );
}

/** Moves the focus to the answer when it arrives, if the clerk did nothing else in the meantime. */
function useFocusOnAnswer(side: React.RefObject<HTMLElement | null>, answer: React.RefObject<HTMLElement | null>): void {
  const running = useScreening((state) => state.running !== null);
  const ran = useRef(false);
  useEffect(() => {
    if (ran.current && !running) {
      const at = document.activeElement;
      if (at === document.body || side.current?.querySelector('form')?.contains(at)) answer.current?.querySelector('h2')?.focus();
    }
    ran.current = running;
  }, [running, side, answer]);
}

type Props = { onOpenSettings: () => void; onOpenVisit: (id: string) => void };

/** The panel's latest screenings. A press shows the stored answer; the provider is not asked again. */
function RecentScreenings() {
  const { t } = useTranslation('screening');
  const recent = recentScreenings.use(({ value }) => value) ?? [];
  const shownId = useScreening((state) => state.shownId);
  const badgeWords = useBadgeWords();
  if (recent.length === 0) return null;
  return (
    <section className="scr-recent" aria-labelledby="scr-recent-title">
      <h2 id="scr-recent-title">{t('recent.title')}</h2>
      <ul>
        {recent.map((one) => {
          const badge = badgeOf(one);
          const { icon: Icon, tone } = looks[badge];
          return (
            <li key={one.id}>
              <button
                type="button"
                aria-current={one.id === shownId ? 'true' : undefined}
                onClick={() => useScreening.setState({ shownId: one.id, failure: null })}
              >
                <Icon size={15} aria-hidden="true" className={`tone-${tone}`} />
                <span className="scr-recent-name" title={one.query.name}>
                  {one.query.name === '' ? t('answer.noName') : one.query.name}
                </span>
                <span className="scr-recent-what">
                  {[one.query.identification, badgeWords(badge), timeWords(one.askedAt)].filter(Boolean).join(' · ')}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** As `settings.clerk` allows. */
const maxClerkLength = 80;

function ClerkDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('screening');
  const { settings, clerk } = useInfo();
  const before = settings.clerk === '' ? clerk : settings.clerk;
  const [typed, setTyped] = useSavedState('clerk of screenings', before);
  const save = async () => {
    if (await setClerk(typed.trim())) onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('clerk.title')} losesInput={typed !== before}>
      <Form className="ui-dialog-form" onSave={save}>
        <TextField
          label={t('clerk.name')}
          description={t('clerk.help')}
          value={typed}
          onChange={setTyped}
          maxLength={maxClerkLength}
          autoFocus
        />
        <FormActions onCancel={onClose}>{t('clerk.save')}</FormActions>
      </Form>
    </Dialog>
  );
}

/** The clerk's name, as the evidence shows it. */
function ClerkName() {
  const { t } = useTranslation('screening');
  const { clerk } = useInfo();
  const [open, setOpen] = useSavedState('clerk of screenings is changed', false);
  return (
    <p className="scr-clerk">
      <span className="truncate" title={clerk}>
        {t('clerk.attends', { name: clerk })}
      </span>
      <IconButton icon={Pencil} size="small" aria-label={t('clerk.change')} onPress={() => setOpen(true)} />
      {open && <ClerkDialog onClose={() => setOpen(false)} />}
    </p>
  );
}

export function ScreeningPanel({ onOpenSettings, onOpenVisit }: Props) {
  const { t } = useTranslation('screening');
  const shownId = useScreening((state) => state.shownId);
  const side = useRef<HTMLDivElement>(null);
  const answer = useRef<HTMLElement>(null);
  useFocusOnAnswer(side, answer);
  useFind(side);
  useFocusWhenGone(shownId, side);
  return (
    <TwoPanes className="scr-panes" first={t('sections.single')} second={t('answer.label')}>
      <div className="scr-side" data-pane="form input" ref={side}>
        <NotSetUp onOpenSettings={onOpenSettings} />
        <ScreeningForm onOpenVisit={onOpenVisit} />
        <ClerkName />
        <RecentScreenings />
      </div>
      <section className="scr-answer" data-pane="" aria-label={t('answer.label')} ref={answer}>
        <Answer />
      </section>
    </TwoPanes>
  );
}
