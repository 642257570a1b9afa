/** Everything that a press on a run starts. Problems are shown over the page. */
import i18next from 'i18next';
import type { ExportFormat, Run } from '../../../../shared/domain/screening/bulk-screening.ts';
import { call } from '../../../bridge.ts';
import { announce } from '../../../components/index.ts';
import { attempt } from '../../../state/attempt.ts';
import { toastSaved } from '../../../state/saved.ts';
import { outcomeToOpen } from './run-state.ts';
import { choose, nothingChosen, putRun, runs, useBulk } from './store.ts';

type Said = 'said.paused' | 'said.pausing' | 'said.resumed' | 'said.retried';

const runNow = (id: string): Run | undefined => runs.value()?.[id];

/** Stores the run of an answer. `before`: the run when main was asked; an event that has replaced it since may be newer than the answer. */
export function putAnswer(run: Run, before?: Run): void {
  if (runNow(run.id) === before) putRun(run);
}

async function follow(id: string, work: Promise<Run>, saidOf: (run: Run) => Said): Promise<void> {
  const before = runNow(id);
  const run = await attempt(work);
  if (!run) return;
  putAnswer(run, before);
  announce(i18next.t(saidOf(run), { ns: 'bulk', name: run.fileName }));
}

/** Pauses a run; during the import it pauses after the last row. */
export const pauseRun = (id: string): Promise<void> =>
  follow(id, call('bulk.pause', { id }), ({ state }) => (state === 'preparing' ? 'said.pausing' : 'said.paused'));
export const resumeRun = (id: string): Promise<void> => follow(id, call('bulk.resume', { id }), () => 'said.resumed');
/** `unavailable`: also retries the rows for which a source did not answer. */
export const retryFailed = (id: string, unavailable: boolean): Promise<void> =>
  follow(id, call('bulk.retryFailed', { id, unavailable }), () => 'said.retried');

/** Opens a run on the rows that need a look, unless a person chose other ones; null closes it. */
export function openRun(id: string | null): void {
  const run = id === null ? undefined : runs.value()?.[id];
  const before = id === null ? undefined : useBulk.getState().chosen[id];
  if (run && !before?.byPerson) {
    const outcome = outcomeToOpen(run);
    if (outcome !== (before?.outcome ?? 'any')) choose(run.id, { ...nothingChosen, outcome });
  }
  useBulk.setState({ openRun: id });
}

export async function removeRun(id: string): Promise<void> {
  await attempt(call('bulk.remove', { id }));
}

const setExporting = (id: string, busy: boolean): void =>
  useBulk.setState(({ exporting }) => ({ exporting: new Set(busy ? [...exporting, id] : [...exporting].filter((other) => other !== id)) }));

export async function exportRun(id: string, format: ExportFormat): Promise<void> {
  setExporting(id, true);
  const written = await attempt(call('bulk.export', { id, format }));
  setExporting(id, false);
  if (!written) return;
  const { name, rows, cut } = written;
  const open = runs.value()?.[id]?.counts.waiting ?? 0;
  const doubts = () => [
    ...(open > 0 ? [i18next.t('export.open', { ns: 'bulk', count: open })] : []),
    ...(cut > 0 ? [i18next.t('export.cut', { ns: 'bulk', count: cut })] : []),
  ];
  const words = () => [i18next.t('export.done', { ns: 'bulk', count: rows, name }), ...doubts()].join(' ');
  toastSaved(written, { words, tone: open + cut > 0 ? 'doubt' : 'good' });
}
