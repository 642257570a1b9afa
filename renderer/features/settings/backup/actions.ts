/** What a press in the settings of the backups starts. */
import i18next from 'i18next';
import { type Problem, problemOf } from '../../../../shared/errors.ts';
import type { ResponseOf } from '../../../../shared/ipc/contract.ts';
import { call } from '../../../bridge.ts';
import { announce, toastProblem } from '../../../components/index.ts';
import { attempt } from '../../../state/attempt.ts';
import { toastSaved } from '../../../state/saved.ts';

const words = i18next.getFixedT(null, 'backup');

/** A backup that a person has chosen: by main's dialog, or a daily copy. */
export type Chosen = { daily: string | null; madeAt: string; needsCode: boolean };

export async function writeBackup(code: string | null): Promise<void> {
  try {
    const written = await call('backup.write', { code });
    if (written)
      toastSaved(written, { words: () => words('write.saved', { name: written.name }), tone: written.missing > 0 ? 'doubt' : 'good' });
  } catch (thrown) {
    const problem = problemOf(thrown);
    // The person stopped it.
    if (problem.code !== 'cancelled') toastProblem(problem);
  }
}

export const newCode = async (): Promise<string | null> => (await attempt(call('backup.newCode')))?.code ?? null;

export async function chooseBackup(): Promise<Chosen | null> {
  const found: ResponseOf<'backup.choose'> | undefined = await attempt(call('backup.choose'));
  return found ? { daily: null, madeAt: found.madeAt, needsCode: found.needsCode } : null;
}

/** Returns why the backup cannot be restored; null when it can, and when the person stopped it. */
export async function prepareRestore({ daily }: Chosen, code: string | null): Promise<Problem | null> {
  try {
    await call('backup.prepare', { daily, code });
    return null;
  } catch (thrown) {
    const problem = problemOf(thrown);
    return problem.code === 'cancelled' ? null : problem;
  }
}

export const stop = (): void => void attempt(call('backup.stop'));

export async function discard(): Promise<void> {
  await attempt(call('backup.discard'));
  announce(words('restore.discarded'));
}

export const closeStation = (): void => void attempt(call('backup.closeStation'));
