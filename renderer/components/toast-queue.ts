/**
 * Short messages about an action just done or refused. A message that needs a person stays until closed. `Toasts.tsx` shows them.
 * Their words are functions, so that a message is in the language of the window, also after that has changed.
 */
import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';
import type { Problem } from '../../shared/errors.ts';
import type { Tone } from './StatusTag.tsx';

type Action = { label: () => string; run: () => void };

export type Content =
  | { kind: 'problem'; problem: Problem }
  | { kind: 'words'; tone: Tone; words: () => string; actions: readonly Action[] };

export const queue = new ToastQueue<Content>({ maxVisibleToasts: 3 });

const saidBy = (content: Content): string => JSON.stringify(content.kind === 'words' ? [content.tone, content.words()] : content);

/** Adds a message, in place of the same one if that is still shown. */
function add(content: Content, options = {}): string {
  for (const shown of queue.visibleToasts) if (saidBy(shown.content) === saidBy(content)) queue.close(shown.key);
  return queue.add(content, options);
}

/** Shows a problem until it is closed. */
export const toastProblem = (problem: Problem): string => add({ kind: 'problem', problem });

/** Milliseconds. */
const shownFor = 8000;
let undoable: string | null = null;

/** Closes the message whose action can be undone no longer. */
export function closeUndo(): void {
  if (undoable !== null) queue.close(undoable);
  undoable = null;
}

type Options = {
  tone?: Tone;
  actions?: readonly Action[];
  undo?: Action;
  /** With `undo`: leaves after a while, since it can be undone elsewhere, too. */
  isBrief?: boolean;
};

/** Shows a sentence for a while. With `undo` it stays until it is closed, until another one can be undone, or until `closeUndo`. */
export function toast(words: () => string, { tone = 'quiet', actions = [], undo, isBrief = false }: Options = {}): void {
  const content: Content = { kind: 'words', tone, words, actions: undo ? [undo] : actions };
  if (undo) closeUndo();
  const key = add(content, undo && !isBrief ? {} : { timeout: shownFor });
  if (undo) undoable = key;
}
