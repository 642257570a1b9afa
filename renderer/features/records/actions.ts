/** Everything that a press on the page of a record starts. Problems are shown over the page. */
import i18next from 'i18next';
import type { Language } from '../../../shared/domain/settings/settings.ts';
import { call } from '../../bridge.ts';
import { toast } from '../../components/index.ts';
import { attempt, succeeded } from '../../state/attempt.ts';
import { toastSaved } from '../../state/saved.ts';

export async function saveFile(recordId: string, fileId: string): Promise<void> {
  const saved = await attempt(call('records.saveFile', { recordId, fileId }));
  if (saved) toastSaved(saved);
}

export type ExportChoice = { format: 'json' | 'pdf'; files: boolean };

/** Returns whether a file was written. */
export async function exportRecord(id: string, choice: ExportChoice, language: Language): Promise<boolean> {
  const saved = await attempt(call('records.export', { id, ...choice, language }));
  if (saved) toastSaved(saved, { opens: choice.format === 'pdf' });
  return saved !== undefined && saved !== null;
}

export async function copy(text: string): Promise<void> {
  const copied = await succeeded(navigator.clipboard.writeText(text));
  if (copied) toast(() => i18next.t('ui:copied'));
}

/** Prints the record alone, by `print.css`. Pictures out of view are fetched first; one that fails is left out. */
export async function print(page: HTMLElement): Promise<void> {
  const pictures = [...page.querySelectorAll('img')];
  for (const picture of pictures) picture.loading = 'eager';
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
  window.print();
}
