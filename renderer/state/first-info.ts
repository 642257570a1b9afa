/**
 * Asks for the facts about the station as soon as the script of the first screen begins: with this call main opens the station, while the
 * rest of the script runs and the window is drawn.
 */
import { call } from '../bridge.ts';

export const firstInfo = call('app.info');
// `loadInfo` shows the problem.
firstInfo.catch(() => undefined);
