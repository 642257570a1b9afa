/** Everything that a press in the settings of the service starts. */
import i18next from 'i18next';
import type { ServiceChange, ServiceUser } from '../../../../shared/domain/web-service/web-service.ts';
import { type Problem, problemOf } from '../../../../shared/errors.ts';
import { call } from '../../../bridge.ts';
import { announce, toast } from '../../../components/index.ts';
import { attempt, succeeded } from '../../../state/attempt.ts';
import { changeOf, faultsOf, formOf, type PathField, type ServiceForm, stillTyped } from './service-form.ts';
import { passphraseSet, serviceSettings, serviceUsers, useService } from './store.ts';

const words = i18next.getFixedT(null, 'service');

export function type(part: Partial<ServiceForm>): void {
  const settings = serviceSettings.value();
  if (settings) useService.setState(({ typed }) => ({ typed: stillTyped({ ...typed, ...part }, settings) }));
}

export const discard = (): void => useService.setState({ typed: {}, attempted: false });

/** Returns whether main accepted it; the effect on the service is reported by its state. */
async function send(change: ServiceChange): Promise<boolean> {
  const settings = await attempt(call('service.change', change));
  if (!settings) return false;
  serviceSettings.set(settings);
  useService.setState(({ typed }) => ({ typed: stillTyped(typed, settings) }));
  return true;
}

/**
 * Saves the input, the passphrase first, so that the certificate is opened with it. Returns whether everything was saved;
 * false for invalid input, which is then marked.
 */
export async function save(passphrase: string, also: Pick<ServiceChange, 'enabled'> = {}): Promise<boolean> {
  const settings = serviceSettings.value();
  const { typed } = useService.getState();
  if (!settings) return false;
  const form = { ...formOf(settings), ...typed };
  if (Object.keys(faultsOf(form, settings)).length > 0) {
    useService.setState({ attempted: true });
    return false;
  }
  if (passphrase !== '' && !(await setPassphrase(passphrase))) return false;
  if (!(await send({ ...changeOf(form, settings), ...also }))) return false;
  useService.setState({ attempted: false });
  announce(words('said.saved'));
  return true;
}

export const switchOff = (): Promise<boolean> => send({ enabled: false });

/** Starts the service again with the stored settings. */
export const tryAgain = (): Promise<boolean> => send({ enabled: true });

async function setPassphrase(value: string): Promise<boolean> {
  const stored = await succeeded(call('service.setPassphrase', { value }));
  await passphraseSet.reload();
  return stored;
}

export const removePassphrase = async (): Promise<void> => void (await setPassphrase(''));

export async function choosePath(what: PathField, clear: boolean): Promise<void> {
  const settings = await attempt(call('service.choosePath', { what, clear }));
  if (settings) serviceSettings.set(settings);
}

export type NewPassword = { user: ServiceUser; password: string };

async function withPassword(work: Promise<NewPassword>): Promise<NewPassword | { problem: Problem }> {
  try {
    const made = await work;
    await serviceUsers.reload();
    return made;
  } catch (thrown) {
    return { problem: problemOf(thrown) };
  }
}

export const addUser = (username: string): Promise<NewPassword | { problem: Problem }> =>
  withPassword(call('serviceUsers.add', { username }));

export const renewPassword = (id: string, hours: number): Promise<NewPassword | { problem: Problem }> =>
  withPassword(call('serviceUsers.renew', { id, hours }));

export async function revokeTokens({ id, username }: ServiceUser): Promise<void> {
  const answer = await attempt(call('serviceUsers.revoke', { id }));
  if (answer) toast(() => words('said.revoked', { count: answer.revoked, name: username }));
  await serviceUsers.reload();
}

export async function removeUser({ id, username }: ServiceUser): Promise<void> {
  const removed = await succeeded(call('serviceUsers.remove', { id }));
  if (removed) toast(() => words('said.removed', { name: username }));
  await serviceUsers.reload();
}
