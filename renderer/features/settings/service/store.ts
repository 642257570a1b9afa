/**
 * The settings of the service as main stores them, and the clerk's input. The input lies over the stored values, so that
 * neither an event nor a change of view discards it. Never a password or a passphrase.
 */
import { create } from 'zustand';
import type { ServiceSettings, ServiceUser } from '../../../../shared/domain/web-service.ts';
import { type Problem, problemOf } from '../../../../shared/errors.ts';
import { call } from '../../../bridge.ts';
import { readServiceState, useServiceState } from '../../../state/web-service/index.ts';
import type { ServiceForm } from './service-form.ts';

type ServiceStore = {
  /** Null until main answered. */
  settings: ServiceSettings | null;
  users: readonly ServiceUser[] | null;
  passphraseSet: boolean;
  loadProblem: Problem | null;
  typed: Partial<ServiceForm>;
  /** A person tried to save: every fault is shown, not only those of edited fields. */
  attempted: boolean;
};

export const useService = create<ServiceStore>(() => ({
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
    const [settings] = await Promise.all([call('service.settings'), loadPassphrase(), readServiceState()]);
    useService.setState({ settings, loadProblem: null });
    await loadUsers();
  } catch (thrown) {
    useService.setState({ loadProblem: problemOf(thrown) });
  }
}

export function startService(): () => void {
  return useServiceState.subscribe(({ service }, { service: before }) => {
    // Their tokens and the time of the last one are reported only with the users.
    if (useService.getState().users && (before?.lastToken !== service?.lastToken || before?.users !== service?.users)) void loadUsers();
  });
}
