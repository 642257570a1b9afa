/** Short messages about an action just done or refused. A message that needs a person stays until closed. `Toasts.tsx` shows them. */
import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';
import type { Problem } from '../../shared/errors.ts';
import type { Tone } from './StatusTag.tsx';

export type Content =
  | { kind: 'problem'; problem: Problem }
  | { kind: 'words'; tone: Tone; words: string; action?: { label: string; run: () => void } | undefined };

export const queue = new ToastQueue<Content>({ maxVisibleToasts: 3 });

/** Shows a problem until it is closed. */
export const toastProblem = (problem: Problem): string => queue.add({ kind: 'problem', problem });

/** Shows a sentence for a while, with at most one action. */
export const toast = (words: string, options: { tone?: Tone; action?: { label: string; run: () => void } } = {}): string =>
  queue.add({ kind: 'words', tone: options.tone ?? 'quiet', words, action: options.action }, { timeout: 8000 });
