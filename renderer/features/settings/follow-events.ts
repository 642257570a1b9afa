/** Follows main's events about the settings: those of the web service and the placement tests. Saves the input of the forms. */
import { followMembers, membersOf } from '../../state/page-parts.ts';
import { endAll } from '../../state/remote.ts';
import { setUnsaved } from '../../state/unsaved.ts';
import { followPlacementTests, usePlacementTest } from './placement-test/store.ts';
import { followService, useService } from './service/store.ts';
import { profiles, useSettings } from './store.ts';

const forms = [
  membersOf(useSettings, 'editing', 'hubAddress', 'clerk'),
  membersOf(useService, 'typed', 'attempted'),
  membersOf(usePlacementTest, 'profileId', 'clientInfo'),
];

const followUnsaved = (): (() => void) => {
  const look = () => {
    const { editing, hubAddress, clerk } = useSettings.getState();
    const typed = Object.keys(useService.getState().typed);
    setUnsaved('settings', editing?.touched === true || hubAddress !== '' || clerk !== null || typed.length > 0);
  };
  look();
  return endAll([useSettings.subscribe(look), useService.subscribe(look)]);
};

/** Returns the function that ends it. */
export function followSettings(): () => void {
  void profiles.reload();
  return endAll([followService(), followPlacementTests(), followMembers('settings', forms), followUnsaved()]);
}
