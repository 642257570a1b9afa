/** The actions on a checked document. They show problems over the page. */
import i18next from 'i18next';
import type { Language } from '../../../shared/domain/settings/settings.ts';
import { call } from '../../bridge.ts';
import { announce } from '../../components/index.ts';
import { attempt, succeeded } from '../../state/attempt.ts';
import { toastSaved } from '../../state/saved.ts';

const words = i18next.getFixedT(null, 'verification');

/** A document of the queue, or one that only its visit still has. */
export type Checked = { documentId: string; visitId: string | null; name: string };

export async function saveReport({ documentId, visitId }: Checked, language: Language): Promise<void> {
  const saved = await attempt(call('signing.saveVerification', { documentId, visitId, language }));
  if (saved) toastSaved(saved, { opens: true });
}

/** Releases the file of an unverified document. Returns whether main accepted that. */
export async function releaseFile(documentId: string, reason: string): Promise<boolean> {
  const released = await succeeded(call('queue.releaseFile', { documentId, reason }));
  if (released) announce(words('release.done'));
  return released;
}

/** Stops the checks of a document that are in progress. */
export async function stopCheck(documentId: string): Promise<void> {
  const stopped = await succeeded(call('queue.stopCheck', { documentId }));
  if (stopped) announce(words('underWay.stopped'));
}
