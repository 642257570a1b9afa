/** `electron.powerMonitor`, `powerSaveBlocker`, `nativeTheme` and `screen` on the host. A test emits the events of the system (control.ts). */
import { EventEmitter } from 'node:events';
import type { Display, NativeTheme, PowerMonitor, PowerSaveBlocker, Screen } from 'electron';
import { requireReady } from './ready.ts';

export const powerMonitor = new EventEmitter() as unknown as Pick<PowerMonitor, 'on' | 'off'> & EventEmitter;

const blockers = new Set<number>();
let lastBlocker = 0;
export const powerSaveBlocker: Pick<PowerSaveBlocker, 'start' | 'stop' | 'isStarted'> = {
  start() {
    lastBlocker += 1;
    blockers.add(lastBlocker);
    return lastBlocker;
  },
  stop: (id) => blockers.delete(id),
  isStarted: (id) => blockers.has(id),
};
export const staysAwake = (): boolean => blockers.size > 0;

export const nativeTheme: Pick<NativeTheme, 'themeSource'> = { themeSource: 'system' };

const area = { x: 0, y: 0, width: 1920, height: 1080 };
export const screen: Pick<Screen, 'getAllDisplays'> = {
  getAllDisplays() {
    requireReady('screen');
    return [{ id: 1, bounds: area, workArea: area, scaleFactor: 1 } as Display];
  },
};
