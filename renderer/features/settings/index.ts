import { useInfoStore } from '../../state/info.ts';
import { startPlacementTests } from './placement-test/store.ts';
import { startService } from './service/store.ts';
import { loadProfiles, useSettings } from './store.ts';

export { showServiceSettings } from './store.ts';

/** Name of the profile in use; null in practice. */
export const useProfileName = (): string | null => {
  const active = useInfoStore((state) => state.info?.settings.activeProfileId);
  return useSettings((state) => state.profiles?.find(({ profile }) => profile.id === active)?.profile.name ?? null);
};

export function startSettings(): () => void {
  void loadProfiles();
  const stops = [startService(), startPlacementTests()];
  return () => {
    for (const stop of stops) stop();
  };
}
