/** Enrols this station at the hub by a one-time code: makes its key pair, has it accepted, and stores the enrolment. */

import type { Network } from '../../../shared/domain/settings/profile.ts';
import { type HubEnrolment, hubOrigin } from '../../../shared/domain/web-service/hub-state.ts';
import { type Problem, StationError } from '../../../shared/errors.ts';
import { createHubConnection, type HubConnectionDeps } from '../../platform/hub/hub-connection.ts';
import { createStationKeyPair, type StationKeyPair } from '../../platform/hub/signature.ts';
import type { Vault } from '../../platform/keychain/vault.ts';

export type EnrolDeps = {
  /** The enrolment in the settings; null for none. */
  stored: { get(): HubEnrolment | null; set(enrolment: HubEnrolment | null): void };
  vault: Pick<Vault, 'secret' | 'setSecret' | 'removeSecret' | 'keychainProblem'>;
  /** Proxy and certificates of the connection profile in use. */
  network(): Network;
  system: HubConnectionDeps['system'];
  /** Why nothing that arrives is stored; null when it is. */
  memoryOnly: Problem | null;
  now(): Date;
};

/** `attempts`: the key pairs of this run, by address and code, since the hub may have used a code up without its answer arriving. */
type Enrolling = EnrolDeps & { attempts: Map<string, StationKeyPair> };

/** @throws StationError see `HubService.enrol` */
export async function enrolStation(deps: Enrolling, typed: string, code: string): Promise<void> {
  const { stored, vault, network, system, now, memoryOnly, attempts } = deps;
  if (stored.get() !== null) throw new StationError('hub-enrolled');
  const address = hubOrigin(typed);
  if (address === null) throw new StationError('hub-address-unusable');
  // Before the code is used up.
  const refusal = memoryOnly ?? (await vault.keychainProblem());
  if (refusal !== null) throw new StationError(refusal.code, refusal.detail);
  const attempt = `${address} ${code.trim()}`;
  const keys = attempts.get(attempt) ?? createStationKeyPair();
  attempts.set(attempt, keys);
  const connection = createHubConnection({ address, identity: null, network: network(), system });
  try {
    const { stationId, name, hubName } = await connection.enrol({ code: code.trim(), publicKey: keys.publicKey });
    await vault.setSecret(stationId, 'hubKey', `${keys.privateKey}.${keys.publicKey}`, address);
    stored.set({ address, stationId, name, hubName, enrolledAt: now().toISOString() });
    attempts.delete(attempt);
  } finally {
    await connection.close();
  }
}

/** Reads the key pair of the enrolment. @throws StationError `hub-key-missing`, `keychain-unavailable` */
export async function readKeys(vault: Pick<Vault, 'secret'>, { stationId, address }: HubEnrolment): Promise<StationKeyPair> {
  const text = await vault.secret(stationId, 'hubKey', address).catch((thrown: unknown) => {
    if (thrown instanceof StationError && thrown.problem.code === 'keychain-unavailable') throw thrown;
    throw new StationError('hub-key-missing');
  });
  const [privateKey = '', publicKey = ''] = text.split('.');
  return { privateKey, publicKey };
}
