/** How the client's own web service stands, as main told it last. */
import { create } from 'zustand';
import type { ServiceState } from '../../../shared/domain/web-service.ts';
import { type Problem, problemOf } from '../../../shared/errors.ts';
import { call, subscribe } from '../../bridge.ts';

type ServiceStateStore = {
  /** Null until main answered. */
  service: ServiceState | null;
  /** Why main did not say. */
  problem: Problem | null;
};

export const useServiceState = create<ServiceStateStore>(() => ({ service: null, problem: null }));

/** Asked for anew. */
export async function readServiceState(): Promise<void> {
  const before = useServiceState.getState().service;
  try {
    const service = await call('service.state');
    // What an event told meanwhile is newer than the answer.
    if (useServiceState.getState().service === before) useServiceState.setState({ service, problem: null });
  } catch (thrown) {
    useServiceState.setState({ problem: problemOf(thrown) });
  }
}

/** Answers with the function that ends it. */
export function connectServiceState(): () => void {
  void readServiceState();
  return subscribe('service.state', (service) => useServiceState.setState({ service, problem: null }));
}
