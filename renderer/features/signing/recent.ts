/** What was opened last, as main has it; opens it again, and forgets it. */
import type { TFunction } from 'i18next';
import type { RecentOpening } from '../../../shared/domain/documents/document.ts';
import { problemOf } from '../../../shared/errors.ts';
import { call } from '../../bridge.ts';
import { toast } from '../../components/index.ts';
import { attempt } from '../../state/attempt.ts';
import { createRemote } from '../../state/remote.ts';
import { words } from './words.ts';

export const recentOpenings = createRemote(() => call('documents.recent'));

/** Returns the name of an opening: the folder, the file, or the first file and how many more. `t`: of the sign area. */
export const nameOfOpening = ({ name, more }: RecentOpening, t: TFunction<'signing'>): string =>
  more === 0 ? name : t('recent.several', { name, count: more });

export const forgetOpening = async (id: string | null): Promise<void> => void (await attempt(call('documents.forgetRecent', { id })));

/** Opens it again; what is gone can be removed from the list. */
export async function reopen(id: string): Promise<void> {
  try {
    await call('documents.openRecent', { id });
  } catch (thrown) {
    const problem = problemOf(thrown);
    if (problem.code !== 'recent-missing') return void (await attempt(Promise.reject(thrown)));
    toast(() => words('recent.missing', { name: String(problem.detail?.name ?? '') }), {
      tone: 'doubt',
      undo: { label: () => words('recent.remove'), run: () => void forgetOpening(id) },
    });
  }
}
