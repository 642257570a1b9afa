/** Follows main's events about the settings: those of the web service and the placement tests. Saves the input of the forms. */
import { followMembers, membersOf } from '../../state/page-parts.ts';
import { endAll } from '../../state/remote.ts';
import { followPlacementTests, usePlacementTest } from './placement-test/store.ts';
import { followService, useService } from './service/store.ts';
import { profiles, useSettings } from './store.ts';

const forms = [
  membersOf(useSettings, 'editing', 'hubAddress'),
  membersOf(useService, 'typed', 'attempted'),
  membersOf(usePlacementTest, 'profileId', 'clientInfo'),
];

/** Returns the function that ends it. */
export function followSettings(): () => void {
  void profiles.reload();
  return endAll([followService(), followPlacementTests(), followMembers('settings', forms)]);
}
