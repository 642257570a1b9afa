/**
 * What main told of the service, and what is typed about it. What is typed lies over what is kept, so that an event takes
 * nothing away, and going elsewhere does not either. Never a password or a passphrase.
 */
import { create } from 'zustand';
import type { ServiceSettings, ServiceState, ServiceUser } from '../../../../shared/domain/client-service.ts';
import { type Problem, problemOf } from '../../../../shared/errors.ts';
import { call, subscribe } from '../../../bridge.ts';
import type { ServiceForm } from './service-form.ts';

type ServiceStore = {
  /** Null until main answered. */
  state: ServiceState | null;
  settings: ServiceSettings | null;
  users: readonly ServiceUser[] | null;
  passphraseSet: boolean;
  loadProblem: Problem | null;
  typed: Partial<ServiceForm>;
  /** Somebody tried to save: every fault shows, not only those of what was typed. */
  attempted: boolean;
};

export const useService = create<ServiceStore>(() => ({
  state: null,
  settings: null,
  users: null,
  passphraseSet: false,
  loadProblem: null,
  typed: {},
  attempted: false,
}));

export async function loadUsers(): Promise<void> {
  try {
    useService.setState({ users: await call('serviceUsers.list') });
  } catch (thrown) {
    useService.setState({ loadProblem: problemOf(thrown) });
  }
}

export const loadPassphrase = async (): Promise<void> => useService.setState({ passphraseSet: (await call('service.passphraseSet')).set });

export async function loadService(): Promise<void> {
  try {
    const [settings, state] = await Promise.all([call('service.settings'), call('service.state'), loadPassphrase()]);
    useService.setState({ settings, state, loadProblem: null });
    await loadUsers();
  } catch (thrown) {
    useService.setState({ loadProblem: problemOf(thrown) });
  }
}

export function startService(): () => void {
  return subscribe('service.state', (state) => {
    const { state: before, users } = useService.getState();
    useService.setState({ state });
    // Their tokens and when they last got one are told with them alone.
    if (users && (before?.lastToken !== state.lastToken || before.users !== state.users)) void loadUsers();
  });
}
