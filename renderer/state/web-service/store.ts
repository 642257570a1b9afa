/** The state of the client's own web service, as main last reported it. */
import { create } from 'zustand';
import type { ServiceState } from '../../../shared/domain/web-service.ts';
import { type Problem, problemOf } from '../../../shared/errors.ts';
import { call, subscribe } from '../../bridge.ts';

type ServiceStateStore = {
  /** Null until main answered. */
  service: ServiceState | null;
  /** Why main did not answer. */
  problem: Problem | null;
};

export const useServiceState = create<ServiceStateStore>(() => ({ service: null, problem: null }));

/** Reads the state again. */
export async function readServiceState(): Promise<void> {
  const before = useServiceState.getState().service;
  try {
    const service = await call('service.state');
    // An event received in the meantime is newer than the answer.
    if (useServiceState.getState().service === before) useServiceState.setState({ service, problem: null });
  } catch (thrown) {
    useServiceState.setState({ problem: problemOf(thrown) });
  }
}

/** Returns the function that ends the subscription. */
export function connectServiceState(): () => void {
  void readServiceState();
  return subscribe('service.state', (service) => useServiceState.setState({ service, problem: null }));
}
