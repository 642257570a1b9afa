/** Facts about the station that the whole page uses: version, practice, language, settings. Main sends them again whenever they change. */
import { create } from 'zustand';
import type { AppInfo } from '../../shared/ipc/app.ts';
import { subscribe } from '../bridge.ts';
import { firstInfo } from './first-info.ts';

type InfoState = { info: AppInfo | null };

export const useInfoStore = create<InfoState>(() => ({ info: null }));

/** Returns the facts; only for components drawn after `loadInfo`. */
export function useInfo(): AppInfo {
  const info = useInfoStore((state) => state.info);
  if (!info) throw new Error('a component was drawn before the station answered');
  return info;
}

/** @throws StationError when the station does not open */
export async function loadInfo(): Promise<AppInfo> {
  const info = await firstInfo;
  useInfoStore.setState({ info });
  return info;
}

/** Stores new facts and then calls `changed` with them. Returns the function that ends this. */
export function followInfo(changed: (info: AppInfo) => void): () => void {
  return subscribe('settings.changed', (info) => {
    useInfoStore.setState({ info });
    changed(info);
  });
}
