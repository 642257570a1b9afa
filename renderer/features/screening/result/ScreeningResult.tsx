/** One stored screening in full: the outcome, its sources, its matches, its decisions. */
import './result.css';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScreeningView, SourceResult } from '../../../../shared/domain/screening/screening.ts';
import type { Problem } from '../../../../shared/errors.ts';
import { Banner, Button, DataTree, ProblemBanner, ProblemCode } from '../../../components/index.ts';
import { open } from '../actions.ts';
import { shownOutcome } from '../derive.ts';
import { DecisionBox } from '../matches/DecisionBox.tsx';
import { Matches } from '../matches/Matches.tsx';
import { isOpen, useAnswer } from '../store.ts';
import { Evidence, Facts } from './Evidence.tsx';
import { OutcomeCard, SourceMatrix } from './OutcomeCard.tsx';
import { Unanswered } from './Unanswered.tsx';
import { Unread } from './Unread.tsx';

/** Members of the answer that the interface does not describe: stored, and shown as received. */
function AnswerParts({ view }: { view: ScreeningView }) {
  const { t } = useTranslation('screening');
  if (view.other === null) return null;
  const found = view.others.filter(({ state }) => state === 'hit').map(({ path }) => path);
  return (
    <section className="ui-section scr-section" aria-label={t('data.other')}>
      <h3>{t('data.other')}</h3>
      {found.length > 0 && <p className="scr-unread-text">{t('data.otherFound', { paths: found.join(', ') })}</p>}
      <DataTree value={view.other} label={t('data.other')} />
    </section>
  );
}

/** Data of sources without a described structure: as a tree, under the provider's own names. */
function SourceData({ sources }: { sources: readonly SourceResult[] }) {
  const { t } = useTranslation('screening');
  const withData = sources.filter(({ source, data }) => source !== 'lists' && data !== null && data !== undefined);
  return withData.map(({ source, data }) => (
    <section key={source} className="ui-section scr-section" aria-label={t(`source.${source}`)}>
      <h3>{t('data.title', { source: t(`source.${source}`) })}</h3>
      <DataTree value={data} label={t(`source.${source}`)} />
    </section>
  ));
}

function AnswerSections({ view }: { view: ScreeningView }) {
  const { t } = useTranslation('screening');
  const shown = shownOutcome(view);
  if (shown === 'damaged') return <OutcomeCard view={view} />;
  return (
    <>
      <div className="scr-glance">
        <OutcomeCard view={view} />
        {view.sources.length > 0 && <SourceMatrix sources={view.sources} />}
      </div>
      <Unanswered view={view} />
      <Unread view={view} />
      <Evidence view={view} />
      <Matches view={view} />
      <SourceData sources={view.sources} />
      <AnswerParts view={view} />
      {view.state === 'done' && (
        <section className="ui-section scr-section" aria-label={t('decision.ofScreening')}>
          <h3>{t('decision.ofScreening')}</h3>
          <DecisionBox view={view} match={null} />
        </section>
      )}
      <Facts view={view} />
    </>
  );
}

function Refused({ id, problem }: { id: string; problem: Problem }) {
  const { t } = useTranslation('screening');
  const again = <Button onPress={() => void open(id)}>{t('answer.openAgain')}</Button>;
  if (problem.code !== 'stored-data-damaged') return <ProblemBanner problem={problem} alert actions={again} />;
  // The problem's own text is about documents.
  const actions = (
    <>
      {again}
      <ProblemCode problem={problem} />
    </>
  );
  return <Banner tone="doubt" what={t('outcome.damaged.word')} why={t('outcome.damaged.why')} alert actions={actions} />;
}

/** Milliseconds. */
const pollDelayMs = 1000;

/** Main has no event for each row of a list. */
function useRowPolling(id: string, view: ScreeningView | null): void {
  useEffect(() => {
    if (!view || view.row === null || (view.state !== 'asking' && view.state !== 'waiting')) return;
    const timer = setTimeout(() => void open(id), pollDelayMs);
    return () => clearTimeout(timer);
  }, [id, view]);
}

export function ScreeningResult({ id }: { id: string }) {
  const { t } = useTranslation('screening');
  const answer = useAnswer(id);
  const { value: view, problem, loading } = answer;
  useEffect(() => {
    // Also when it is loaded: a row of a bulk screening may have been sent again since it was last shown.
    void open(id);
  }, [id]);
  useRowPolling(id, isOpen(answer) ? view : null);
  if (problem ? loading : view === null) return <p className="ui-note">{t('answer.opening')}</p>;
  if (problem) {
    return (
      <div className="ui-listed-problem">
        <Refused id={id} problem={problem} />
      </div>
    );
  }
  return <div className="scr-result">{view && <AnswerSections view={view} />}</div>;
}
