/** Follows main's events about the settings: those of the web service and the placement tests. */
import { endAll } from '../../state/remote.ts';
import { followPlacementTests } from './placement-test/store.ts';
import { followService } from './service/store.ts';
import { profiles } from './store.ts';

/** Returns the function that ends it. */
export function followSettings(): () => void {
  void profiles.reload();
  return endAll([followService(), followPlacementTests()]);
}
