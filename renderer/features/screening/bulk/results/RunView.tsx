/** One run: its state, its filters, its rows, and the open row. */
import { ArrowLeft, ChevronDown, ChevronUp, SearchX, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Run } from '../../../../../shared/domain/screening/bulk-screening.ts';
import { FoundCount } from '../../../../components/FoundCount.tsx';
import { Button, EmptyState, IconButton, ProblemBanner } from '../../../../components/index.ts';
import { amount } from '../../../../i18n/formats.ts';
import { openRun } from '../actions.ts';
import { RunActs } from '../RunActs.tsx';
import { RunProblem, RunProgress, RunTag } from '../RunProgress.tsx';
import { choose, nothingChosen, useBulk } from '../store.ts';
import { Filters } from './Filters.tsx';
import { type Rows, usePager } from './pager.ts';
import { ResultGrid } from './ResultGrid.tsx';

function Head({ run }: { run: Run }) {
  const { t } = useTranslation('bulk');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <header className="bulk-run-top">
      <div className="bulk-head">
        <Button size="small" variant="quiet" icon={ArrowLeft} onPress={() => openRun(null)}>
          {t('title')}
        </Button>
        <h2 ref={heading} tabIndex={-1} className="truncate" title={run.fileName}>
          {run.fileName}
        </h2>
        <RunTag run={run} />
        <span className="bulk-head-space" />
        <RunActs run={run} />
      </div>
      <RunProgress run={run} />
      <RunProblem run={run} brief />
    </header>
  );
}

function Nothing({ runId, filtered }: { runId: string; filtered: boolean }) {
  const { t } = useTranslation(['bulk', 'screening']);
  return (
    <EmptyState
      icon={SearchX}
      title={filtered ? t('rows.none') : t('rows.noneYet')}
      actions={
        filtered && <Button onPress={() => choose(runId, { ...nothingChosen, byPerson: true })}>{t('screening:history.showAll')}</Button>
      }
    />
  );
}

type PanesProps = { run: Run; rows: Rows; renderResult: (id: string) => ReactNode };

type Props = { number: number; total: number; name: string; children: ReactNode; onGo: (by: -1 | 1) => void; onClose: () => void };

/** `number`: position in the filtered list, from 0. `name`: of its person. */
function Detail({ number, total, name, children, onGo, onClose }: Props) {
  const { t } = useTranslation(['bulk', 'ui']);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const place = t('detail.place', { number: amount(number + 1), total });
  return (
    <section className="bulk-detail" data-pane="" aria-label={t('detail.label')}>
      <div className="bulk-detail-head">
        {/* It takes the focus; the name is seen below it. */}
        <h2 ref={heading} tabIndex={-1} aria-label={name === '' ? undefined : `${place}: ${name}`}>
          {place}
        </h2>
        <IconButton size="small" icon={ChevronUp} aria-label={t('detail.before')} isDisabled={number <= 0} onPress={() => onGo(-1)} />
        <IconButton
          size="small"
          icon={ChevronDown}
          aria-label={t('detail.next')}
          isDisabled={number >= total - 1}
          onPress={() => onGo(1)}
        />
        <IconButton size="small" icon={X} shortcut="escape" aria-label={t('ui:close')} onPress={onClose} />
      </div>
      <div className="bulk-detail-body">{children}</div>
    </section>
  );
}

function Panes({ run, rows, renderResult }: PanesProps) {
  const { t } = useTranslation('bulk');
  const chosen = useBulk((state) => state.chosen[run.id] ?? nothingChosen);
  const grid = useRef<HTMLDivElement>(null);
  const { pager, state } = rows;
  const total = state.total ?? 0;
  const active = Math.min(chosen.active, Math.max(0, total - 1));
  /** A row to be shown in full as soon as it is loaded. */
  const [coming, setComing] = useState<number | null>(null);
  const place = coming ?? active;

  const open = useCallback(
    (index: number) => {
      const row = pager.row(index);
      choose(run.id, { active: index, ...(row ? { opened: row.id } : {}) });
      setComing(row ? null : index);
    },
    [pager, run.id],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at whenever rows came
  useEffect(() => {
    if (coming !== null && pager.row(coming)) open(coming);
  }, [coming, pager, open, state]);

  const wasOpened = useRef(chosen.opened !== null);
  useEffect(() => {
    const isOpened = chosen.opened !== null;
    // Only now: on a small display the list could not take the focus while it was covered.
    if (wasOpened.current && !isOpened) grid.current?.focus();
    wasOpened.current = isOpened;
  }, [chosen.opened]);
  const close = () => {
    choose(run.id, { opened: null });
    setComing(null);
    pager.refresh();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Not for a dialog over the page: its key events arrive here too.
    if (event.key !== 'Escape' || event.repeat || event.defaultPrevented || !event.currentTarget.contains(event.target as Node)) return;
    if (chosen.opened !== null) close();
    else openRun(null);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape, wherever the focus is in here
    <div role="presentation" className={chosen.opened === null ? 'bulk-panes' : 'bulk-panes bulk-panes-two'} onKeyDown={onKeyDown}>
      <div className="bulk-listed" data-pane='[role="grid"]'>
        {state.problem && <ProblemBanner problem={state.problem} alert onAgain={() => pager.refresh()} />}
        {state.total === 0 && chosen.opened === null && (
          <Nothing runId={run.id} filtered={chosen.outcome !== 'any' || chosen.text !== ''} />
        )}
        {state.total === null && !state.problem && <p className="ui-note">{t('rows.loading')}</p>}
        {/* Drawn before its rows are known: it requests them. */}
        <div className={total === 0 ? 'bulk-grid-place bulk-grid-empty' : 'bulk-grid-place'}>
          <ResultGrid
            runId={run.id}
            label={t('rows.label', { name: run.fileName })}
            rows={rows}
            total={total}
            active={active}
            opened={chosen.opened}
            grid={grid}
            onOpen={open}
          />
        </div>
      </div>
      {chosen.opened !== null && (
        <Detail number={place} total={total} name={pager.row(place)?.query.name ?? ''} onGo={(by) => open(place + by)} onClose={close}>
          {renderResult(chosen.opened)}
        </Detail>
      )}
    </div>
  );
}

export function RunView({ run, renderResult }: { run: Run; renderResult: (id: string) => ReactNode }) {
  const { t } = useTranslation('bulk');
  const chosen = useBulk((state) => state.chosen[run.id] ?? nothingChosen);
  const rows = usePager(run, chosen);
  const { total } = rows.state;
  return (
    <div className="bulk-opened">
      <Head run={run} />
      <Filters run={run} chosen={chosen} />
      <FoundCount className="sr-only" filter={[chosen.outcome, chosen.text]}>
        {total === null ? '' : t('rows.found', { count: total })}
      </FoundCount>
      <Panes key={`${chosen.outcome} ${chosen.text}`} run={run} rows={rows} renderResult={renderResult} />
    </div>
  );
}
