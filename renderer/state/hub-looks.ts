/** How the state of the hub looks. Apart from it: the first screen needs the state alone. */
import { CircleAlert, CloudOff, Landmark, LoaderCircle, type LucideIcon, PowerOff } from 'lucide-react';
import type { HubState } from '../../shared/domain/web-service/hub-state.ts';
import type { Tone } from '../components/index.ts';

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
