/** Short messages about something just done or refused. What needs a person stays until closed. `Toasts.tsx` shows them. */
import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';
import type { Problem } from '../../shared/errors.ts';
import type { Tone } from './StatusTag.tsx';

export type Content =
  | { kind: 'problem'; problem: Problem }
  | { kind: 'words'; tone: Tone; words: string; action?: { label: string; run: () => void } | undefined };

export const queue = new ToastQueue<Content>({ maxVisibleToasts: 3 });

/** Shows a problem until it is closed. */
export const toastProblem = (problem: Problem): string => queue.add({ kind: 'problem', problem });

/** Shows a sentence for a while, with one thing to do about it. */
export const toast = (words: string, options: { tone?: Tone; action?: { label: string; run: () => void } } = {}): string =>
  queue.add({ kind: 'words', tone: options.tone ?? 'quiet', words, action: options.action }, { timeout: 8000 });
