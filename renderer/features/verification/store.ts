/** The files and their check. It outlives the view. */
import i18next from 'i18next';
import { create } from 'zustand';
import type { Language } from '../../../shared/domain/settings/settings.ts';
import type { ChosenPdf, VerifiedFile } from '../../../shared/domain/verification/verification.ts';
import { type Problem, problemOf } from '../../../shared/errors.ts';
import { call, verifyDropped } from '../../bridge.ts';
import { announce, toastProblem } from '../../components/index.ts';
import { attempt } from '../../state/attempt.ts';
import { toastSaved } from '../../state/saved.ts';

export type Slot = 'file' | 'original';
/** `since` in milliseconds of the clock. */
export type Check =
  | { state: 'none' }
  | { state: 'running'; checkId: string; since: number }
  | { state: 'done'; checkId: string; verified: VerifiedFile }
  | { state: 'failed'; problem: Problem };

export const useVerify = create<Record<Slot, ChosenPdf | null> & { check: Check }>(() => ({
  file: null,
  original: null,
  check: { state: 'none' },
}));

const words = i18next.getFixedT(null, 'verify');

/** Starts the check; a check of other files in progress is stopped. */
export async function check(): Promise<void> {
  stop();
  const { file, original } = useVerify.getState();
  if (file === null) return useVerify.setState({ check: { state: 'none' } });
  const checkId = crypto.randomUUID();
  useVerify.setState({ check: { state: 'running', checkId, since: Date.now() } });
  announce(words('running.words'));
  const isShown = () => {
    const { check: now } = useVerify.getState();
    return now.state === 'running' && now.checkId === checkId;
  };
  try {
    const verified = await call('verification.check', { checkId, fileId: file.id, originalId: original?.id ?? null });
    if (!isShown()) return;
    useVerify.setState({ check: { state: 'done', checkId, verified } });
    const word = i18next.t(`bottomLine.${verified.report.bottomLine}.word`, { ns: 'verification' });
    const said = words('said', { name: verified.file.name, word });
    // Where the report is on the screen, its heading has the focus by then, and says the same.
    requestAnimationFrame(() => document.activeElement?.matches('.vr .ui-outcome-word') || announce(said));
  } catch (thrown) {
    if (isShown()) useVerify.setState({ check: { state: 'failed', problem: problemOf(thrown) } });
  }
}

export function stop(): void {
  const { check: current } = useVerify.getState();
  if (current.state !== 'running') return;
  useVerify.setState({ check: { state: 'none' } });
  void attempt(call('verification.stop', { checkId: current.checkId }));
}

/** Null clears it. */
export async function put(slot: Slot, chosen: ChosenPdf | null): Promise<void> {
  useVerify.setState(slot === 'file' ? { file: chosen } : { original: chosen });
  await check();
}

export async function choose(slot: Slot): Promise<void> {
  const chosen = await attempt(call('verification.choose'));
  if (chosen) await put(slot, chosen);
}

/** Of several files dropped on the first area, the second is the original. */
export async function drop(slot: Slot, files: File[]): Promise<void> {
  try {
    const [first, second] = await verifyDropped(files);
    if (first === undefined) return;
    if (slot === 'file' && second !== undefined) useVerify.setState({ original: second });
    await put(slot, first);
  } catch (thrown) {
    toastProblem(problemOf(thrown));
  }
}

export async function saveReport(checkId: string, language: Language): Promise<void> {
  const saved = await attempt(call('verification.saveReport', { checkId, language }));
  if (saved) toastSaved(saved, { opens: true });
}
