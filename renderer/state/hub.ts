/** The state of the hub, as main last reported it, and how it looks. */
import { CircleAlert, CloudOff, Landmark, LoaderCircle, type LucideIcon, PowerOff } from 'lucide-react';
import type { HubState } from '../../shared/domain/hub-state.ts';
import { call, subscribe } from '../bridge.ts';
import type { Tone } from '../components/index.ts';
import { createRemote } from './remote.ts';

export const hubState = createRemote(() => call('hub.state'));
export const useHubState = hubState.use;

/** Returns the function that ends the subscription. */
export function followHubState(): () => void {
  void hubState.reload();
  return subscribe('hub.state', hubState.set);
}

/** Colour and icon of each state. */
export const hubLooks: Record<HubState['state'], { tone: Tone; icon: LucideIcon }> = {
  none: { tone: 'quiet', icon: PowerOff },
  off: { tone: 'quiet', icon: PowerOff },
  connecting: { tone: 'busy', icon: LoaderCircle },
  connected: { tone: 'good', icon: Landmark },
  offline: { tone: 'doubt', icon: CloudOff },
  revoked: { tone: 'bad', icon: CircleAlert },
  stopped: { tone: 'bad', icon: CircleAlert },
};

/** The number of visits and publications that wait to go. */
export const waitingAtHub = ({ waiting }: HubState): number => waiting.claims + waiting.publications;
