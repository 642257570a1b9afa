/** Everything that a press starts while a run is prepared. Changed input is read and checked again. */
import i18next from 'i18next';
import type { ColumnMapping, TableOptions } from '../../../../../shared/domain/screening/bulk-screening.ts';
import { problemOf } from '../../../../../shared/errors.ts';
import { call } from '../../../../bridge.ts';
import { announce } from '../../../../components/index.ts';
import { attempt } from '../../../../state/attempt.ts';
import { useInfoStore } from '../../../../state/info.ts';
import { putAnswer } from '../actions.ts';
import { useBulk } from '../store.ts';
import { type Draft, draftOf, emptyValues, maxEmptyValues, startOf, withPreview } from './draft.ts';

/** Milliseconds without a key before the file is read again. */
const pause = 350;

let timer: ReturnType<typeof setTimeout> | undefined;
/** Number of the current input: an answer for earlier input is not shown. */
let round = 0;
/** Whether the dialog is open. */
let choosing = false;

const change = (part: Partial<Draft>): void => useBulk.setState(({ draft }) => (draft ? { draft: { ...draft, ...part } } : {}));

const say = (key: 'said.checked' | 'check.failed', values: Record<string, string | number> = {}): void =>
  announce(i18next.t(key, { ns: 'bulk', ...values }));

export async function chooseFile(): Promise<void> {
  if (choosing) return;
  choosing = true;
  const preview = await attempt(call('bulk.chooseFile'));
  choosing = false;
  if (!preview) return;
  const before = useBulk.getState().draft;
  const pace = useInfoStore.getState().info?.screeningPace ?? { concurrency: 1, perMinute: 0 };
  const draft = draftOf(preview, before?.pace ?? pace);
  useBulk.setState({
    draft: before ? { ...draft, judicial: before.judicial, procurator: before.procurator } : draft,
    openRun: null,
    drafting: true,
  });
  round += 1;
  void check();
}

export function discard(): void {
  round += 1;
  clearTimeout(timer);
  useBulk.setState({ draft: null, drafting: false });
}

/** Shows the runs, or the draft in preparation, which is unchanged. */
export const showDraft = (drafting: boolean): void => useBulk.setState({ drafting });

function later(work: () => void): void {
  clearTimeout(timer);
  timer = setTimeout(work, pause);
}

export function setOptions(part: Partial<TableOptions>): void {
  const { draft } = useBulk.getState();
  if (!draft) return;
  const options = { ...draft.options, ...part };
  round += 1;
  change({ options, reading: true, checking: null });
  later(() => void read());
}

/** Reads the file with the current options, then checks it. */
async function read(): Promise<void> {
  const current = useBulk.getState().draft;
  if (!current) return;
  const begun = round;
  try {
    const preview = await call('bulk.preview', { fileId: current.preview.fileId, options: current.options });
    const { draft } = useBulk.getState();
    if (begun !== round || !draft) return;
    useBulk.setState({ draft: withPreview(draft, preview) });
    void check();
  } catch (thrown) {
    if (begun === round) change({ reading: false, problem: problemOf(thrown), checking: null });
  }
}

export function setMapping(part: Partial<ColumnMapping>): void {
  const { draft } = useBulk.getState();
  if (!draft) return;
  round += 1;
  change({ mapping: { ...draft.mapping, ...part }, mapped: true, checking: { state: 'checking' } });
  later(() => void check());
}

export function setEmptyText(emptyText: string): void {
  change({ emptyText });
  const empty = emptyValues(emptyText);
  if (empty.length <= maxEmptyValues) setMapping({ empty });
}

export const setStart = (part: Partial<Pick<Draft, 'judicial' | 'procurator' | 'pace'>>): void => change(part);

/** Checks the whole file. `aloud`: a person asked for it. */
export async function check(aloud = false): Promise<void> {
  clearTimeout(timer);
  const { draft } = useBulk.getState();
  if (!draft) return;
  if (draft.reading) return read();
  if (draft.problem || draft.preview.problem) return;
  const begun = ++round;
  change({ checking: { state: 'checking' } });
  try {
    const { options, mapping, preview } = draft;
    const found = await call('bulk.check', { fileId: preview.fileId, options, mapping });
    if (begun !== round) return;
    change({ checking: { state: 'done', check: found }, lastCheck: found });
    if (aloud) say('said.checked', { rows: found.rows, screenable: found.screenable });
  } catch (thrown) {
    if (begun !== round) return;
    change({ checking: { state: 'failed', problem: problemOf(thrown) }, lastCheck: null });
    if (aloud) say('check.failed');
  }
}

/** Starts the run, and opens it. */
export async function start(): Promise<void> {
  const { draft } = useBulk.getState();
  if (!draft || draft.starting) return;
  change({ starting: true });
  const run = await attempt(call('bulk.start', startOf(draft)));
  change({ starting: false });
  if (!run) return;
  putAnswer(run);
  // Another file may have been chosen since.
  if (useBulk.getState().draft?.preview.fileId !== draft.preview.fileId) return;
  discard();
  useBulk.setState({ openRun: run.id });
}
