import { useInfoStore } from '../../state/info.ts';
import { endAll } from '../../state/remote.ts';
import { followPlacementTests } from './placement-test/store.ts';
import { followService } from './service/store.ts';
import { profiles } from './store.ts';

export { showServiceSettings } from './store.ts';

/** Name of the profile in use; null in practice. */
export const useProfileName = (): string | null => {
  const active = useInfoStore((state) => state.info?.settings.activeProfileId);
  return profiles.use(({ value }) => value?.find(({ profile }) => profile.id === active)?.profile.name ?? null);
};

export function followSettings(): () => void {
  void profiles.reload();
  return endAll([followService(), followPlacementTests()]);
}
