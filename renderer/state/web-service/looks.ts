/** How each state of the service looks: colour and icon. */
import { CircleAlert, CircleCheck, LoaderCircle, type LucideIcon, PowerOff } from 'lucide-react';
import type { ServiceState } from '../../../shared/domain/web-service.ts';
import type { Tone } from '../../components/index.ts';

type State = ServiceState['state'];

export const stateLooks: Record<State, { tone: Tone; icon: LucideIcon }> = {
  off: { tone: 'quiet', icon: PowerOff },
  starting: { tone: 'busy', icon: LoaderCircle },
  running: { tone: 'good', icon: CircleCheck },
  stopping: { tone: 'busy', icon: LoaderCircle },
  failed: { tone: 'bad', icon: CircleAlert },
};

/** Whether the state changes in a moment. */
export const passes = (state: State): boolean => state === 'starting' || state === 'stopping';
