/** What a person does with the signed files: open one, show it in its folder, and choose where they go. */
import { call } from '../bridge.ts';
import { attempt } from './attempt.ts';

export const openSigned = async (documentId: string): Promise<void> => void (await attempt(call('signing.openSigned', { documentId })));
export const showSigned = async (documentId: string): Promise<void> => void (await attempt(call('signing.showSigned', { documentId })));

/** @param `beside` into `signed/`, next to each original */
export const chooseOutputFolder = async (beside: boolean): Promise<void> =>
  void (await attempt(call('settings.chooseOutputFolder', { beside })));
