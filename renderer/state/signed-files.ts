/** What a person does with the signed files: open one, show it in its folder, and choose where they go. */
import { call } from '../bridge.ts';
import { attempt } from './attempt.ts';

export const openSigned = (documentId: string): Promise<unknown> => attempt(call('signing.openSigned', { documentId }));
export const showSigned = (documentId: string): Promise<unknown> => attempt(call('signing.showSigned', { documentId }));

/** @param `beside` into `signed/`, next to each original */
export const chooseOutputFolder = (beside: boolean): Promise<unknown> => attempt(call('settings.chooseOutputFolder', { beside }));
