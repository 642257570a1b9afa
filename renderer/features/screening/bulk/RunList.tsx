/** The runs, newest first, and the start of a new one. */
import { FilePlus2, FileSpreadsheet, ListChecks } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Run } from '../../../../shared/domain/screening/bulk-screening.ts';
import { isFocusLost } from '../../../components/focus-when-lost.ts';
import { Button, EmptyState } from '../../../components/index.ts';
import { Listed } from '../../../components/Listed.tsx';
import { amount, fullTime } from '../../../i18n/formats.ts';
import { NotSetUp } from '../NotSetUp.tsx';
import { openRun } from './actions.ts';
import { chooseFile, showDraft } from './draft/actions.ts';
import { RunActs } from './RunActs.tsx';
import { RunProblem, RunProgress, RunTag } from './RunProgress.tsx';
import { countNames } from './run-state.ts';
import { runs, useBulk } from './store.ts';

const tones: Partial<Record<(typeof countNames)[number], string>> = {
  match: 'tone-bad',
  unavailable: 'tone-doubt',
  failed: 'tone-doubt',
  damaged: 'tone-doubt',
  clear: 'tone-good',
};

function ChooseButton() {
  const { t } = useTranslation('bulk');
  return (
    <Button variant="primary" icon={FilePlus2} onPress={() => void chooseFile()}>
      {t('choose')}
    </Button>
  );
}

/** Counts the outcomes of a run's rows; those that need a person come first. */
function Counts({ run }: { run: Run }) {
  const { t } = useTranslation('bulk');
  return (
    <ul className="bulk-counts">
      <li>
        <b>{amount(run.rows)}</b> {t('count.rows', { count: run.rows })}
      </li>
      {countNames.map(
        (name) =>
          run.counts[name] > 0 && (
            <li key={name}>
              <b className={tones[name]}>{amount(run.counts[name])}</b> {t(`count.${name}`, { count: run.counts[name] })}
            </li>
          ),
      )}
    </ul>
  );
}

function RunCard({ run }: { run: Run }) {
  const { t } = useTranslation(['bulk', 'results']);
  const sources = [...(run.judicial ? [t('results:source.judicial')] : []), ...(run.procurator ? [t('results:source.procurator')] : [])];
  return (
    <li className="bulk-run">
      <div className="bulk-run-head">
        <h3>
          <Button variant="link" className="bulk-run-name" onPress={() => openRun(run.id)}>
            {run.fileName}
          </Button>
        </h3>
        <RunTag run={run} />
      </div>
      <p className="ui-help">
        {[
          ...(run.connection === null ? [t('run.practice')] : []),
          t('run.started', { when: fullTime(run.startedAt), by: run.by }),
          ...(run.endedAt && run.counts.waiting === 0 ? [t('run.ended', { when: fullTime(run.endedAt) })] : []),
          sources.length > 0 ? t('run.sources', { sources: sources.join(', ') }) : t('run.noSources'),
        ].join(' · ')}
      </p>
      <RunProgress run={run} />
      <Counts run={run} />
      <RunProblem run={run} />
      <RunActs run={run} removable />
    </li>
  );
}

function Body() {
  const { t } = useTranslation('bulk');
  const { value, problem } = runs.use();
  const draft = useBulk((state) => state.draft);
  const listed = Object.values(value ?? {}).sort((a, b) => b.startedAt.localeCompare(a.startedAt));
  const empty = (
    <EmptyState icon={FileSpreadsheet} title={t('empty.title')} actions={<ChooseButton />}>
      {t('empty.words')}
    </EmptyState>
  );
  return (
    <Listed
      problem={problem}
      count={value && listed.length + (draft ? 1 : 0)}
      loading={t('loading')}
      onAgain={() => void runs.reload()}
      empty={empty}
    >
      <ul className="bulk-runs">
        {draft && (
          <li className="bulk-run bulk-run-draft">
            <div className="bulk-run-head">
              <h3>{draft.preview.name}</h3>
              <Button size="small" icon={ListChecks} onPress={() => showDraft(true)}>
                {t('draft.goOn')}
              </Button>
            </div>
            <p className="ui-help">{t('draft.notStarted')}</p>
          </li>
        )}
        {listed.map((run) => (
          <RunCard key={run.id} run={run} />
        ))}
      </ul>
    </Listed>
  );
}

export function RunList({ onOpenSettings }: { onOpenSettings: () => void }) {
  const { t } = useTranslation('bulk');
  const heading = useRef<HTMLHeadingElement>(null);
  const isDrafted = useBulk(({ draft }) => draft !== null);
  const listed = runs.use(({ value }) => Object.keys(value ?? {}).length) + (isDrafted ? 1 : 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when a list is removed
  useEffect(() => {
    // The focused element, a run or its draft, is gone; a dialog returns the focus first.
    const frame = requestAnimationFrame(() => {
      if (isFocusLost()) heading.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [listed]);
  return (
    <div className="bulk-page" data-pane="">
      <header className="bulk-head">
        <h2 ref={heading} tabIndex={-1}>
          {t('title')}
        </h2>
        <p className="ui-help">{t('about')}</p>
        {/* Without runs the button is in the middle of the page. */}
        {listed > 0 && <ChooseButton />}
      </header>
      <NotSetUp onOpenSettings={onOpenSettings} />
      <Body />
    </div>
  );
}
