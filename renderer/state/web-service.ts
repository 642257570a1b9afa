/** The state of the client's own web service, as main last reported it, and how it looks. */

import { CircleAlert, CircleCheck, LoaderCircle, type LucideIcon, PowerOff } from 'lucide-react';
import { dayMs } from '../../shared/domain/day.ts';
import type { ServiceState } from '../../shared/domain/web-service/web-service.ts';
import { call, subscribe } from '../bridge.ts';
import type { Tone } from '../components/index.ts';
import { createRemote } from './remote.ts';

export const serviceState = createRemote(() => call('service.state'));
export const useServiceState = serviceState.use;

/** Returns the function that ends the subscription. */
export function followServiceState(): () => void {
  void serviceState.reload();
  return subscribe('service.state', serviceState.set);
}

type State = ServiceState['state'];

/** Colour and icon of each state. */
export const stateLooks: Record<State, { tone: Tone; icon: LucideIcon }> = {
  off: { tone: 'quiet', icon: PowerOff },
  starting: { tone: 'busy', icon: LoaderCircle },
  running: { tone: 'good', icon: CircleCheck },
  stopping: { tone: 'busy', icon: LoaderCircle },
  failed: { tone: 'bad', icon: CircleAlert },
};

/** Whether the state changes in a moment. */
export const isTransitional = (state: State): boolean => state === 'starting' || state === 'stopping';

/** Days before the end of a certificate from which it is time to renew it. */
const soon = 30;

type CertificateExpiry = { state: 'ended' | 'soon' | 'fine'; days: number };

/** Returns how long a certificate is still valid. `ends`: ISO 8601. `days`: whole days left. */
export function certificateExpiry(ends: string, now: number): CertificateExpiry {
  const left = Date.parse(ends) - now;
  const days = Math.max(0, Math.floor(left / dayMs));
  return { state: left <= 0 ? 'ended' : days < soon ? 'soon' : 'fine', days };
}
