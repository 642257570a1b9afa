/**
 * The settings of the service as main stores them, and the clerk's input. The input lies over the stored values, so that
 * neither an event nor a change of view discards it. Never a password or a passphrase.
 */
import { create } from 'zustand';
import type { ServiceSettings } from '../../../../shared/domain/web-service/web-service.ts';
import type { Problem } from '../../../../shared/errors.ts';
import { call } from '../../../bridge.ts';
import { createRemote } from '../../../state/remote.ts';
import { serviceState, useServiceState } from '../../../state/web-service.ts';
import type { ServiceForm } from './service-form.ts';

export const serviceSettings = createRemote(() => call('service.settings'));
export const serviceUsers = createRemote(() => call('serviceUsers.list'));
export const passphraseSet = createRemote(() => call('service.passphraseSet'));

type ServiceStore = {
  typed: Partial<ServiceForm>;
  /** A person tried to save: every fault is shown, not only those of edited fields. */
  attempted: boolean;
};

export const useService = create<ServiceStore>(() => ({ typed: {}, attempted: false }));

/** Null until main answered. */
export const useServiceSettings = (): ServiceSettings | null => serviceSettings.use(({ value }) => value);

/** Why the settings or the passphrase could not be loaded; the users say so at their place. */
export function useLoadProblem(): Problem | null {
  const problems = [serviceSettings.use(), passphraseSet.use()].map(({ problem }) => problem);
  return problems.find((problem) => problem !== null) ?? null;
}

export async function loadService(): Promise<void> {
  await Promise.all([serviceSettings, passphraseSet, serviceUsers, serviceState].map((remote) => remote.reload()));
}

export function followService(): () => void {
  return useServiceState.subscribe(({ value: now }, { value: before }) => {
    // Their tokens and the time of the last one are reported only with the users.
    if (serviceUsers.value() && (before?.lastToken !== now?.lastToken || before?.users !== now?.users)) void serviceUsers.reload();
  });
}
