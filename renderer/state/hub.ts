/** The state of the hub, as main last reported it. */
import { call, subscribe } from '../bridge.ts';
import { createRemote } from './remote.ts';

export const hubState = createRemote(() => call('hub.state'));
export const useHubState = hubState.use;

/** Returns the function that ends the subscription. */
export function followHubState(): () => void {
  void hubState.reload();
  return subscribe('hub.state', hubState.set);
}
