/** What the whole page knows of the station: version, practice, language, settings. Main sends it anew whenever it changes. */
import { create } from 'zustand';
import type { AppInfo } from '../../shared/ipc/app.ts';
import { call, subscribe } from '../bridge.ts';

type InfoState = { info: AppInfo | null };

export const useInfoStore = create<InfoState>(() => ({ info: null }));

/** Only for what is drawn after `loadInfo`. */
export function useInfo(): AppInfo {
  const info = useInfoStore((state) => state.info);
  if (!info) throw new Error('drawn before the station answered');
  return info;
}

export async function loadInfo(): Promise<AppInfo> {
  const info = await call('app.info');
  useInfoStore.setState({ info });
  return info;
}

/** Calls back with the new facts too, after the store has them. */
export function followInfo(changed: (info: AppInfo) => void): () => void {
  return subscribe('settings.changed', (info) => {
    useInfoStore.setState({ info });
    changed(info);
  });
}
