/** Files that a person saved with a dialog: the message about them, and what can be done with them. */
import i18next from 'i18next';
import type { SavedFile } from '../../shared/ipc/app.ts';
import { call } from '../bridge.ts';
import { toast } from '../components/index.ts';
import type { Tone } from '../components/StatusTag.tsx';
import { attempt } from './attempt.ts';

export const showSaved = (savedId: string): void => void attempt(call('app.showSaved', { savedId }));

/** Says that a file was saved, and offers to show it in its folder; `opens`: a PDF, which can be opened, too. */
export function toastSaved(
  { savedId, name }: SavedFile,
  { opens = false, tone = 'good' as Tone, words = () => i18next.t('ui:saved', { name }) } = {},
): void {
  const open = { label: () => i18next.t('ui:open'), run: () => void attempt(call('app.openSaved', { savedId })) };
  const show = { label: () => i18next.t('ui:showInFolder'), run: () => showSaved(savedId) };
  toast(words, { tone, actions: opens ? [open, show] : [show] });
}
