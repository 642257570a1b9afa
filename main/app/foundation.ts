/** What all features need: settings, secrets, accounts and their connections, opened documents, the reader of PDFs, and the time. */

import { userInfo } from 'node:os';
import { join } from 'node:path';
import { partsOf } from '../../shared/domain/settings/profile.ts';
import { StationError } from '../../shared/errors.ts';
import {
  createDocumentList,
  createPdfReader,
  type PdfReader,
  type Reading,
  readDocument,
  readDocumentBytes,
} from '../features/documents/documents.ts';
import { openSettingsRepository } from '../features/settings/settings.ts';
import { createVault } from '../platform/keychain/vault.ts';
import { validationTarget } from '../platform/provider/validation-query.ts';
import { defaultRetry, type RetryPolicy } from '../platform/runtime/circuit-breaker.ts';
import { type ConnectionPool, createConnectionPool } from '../platform/runtime/connection-pool.ts';
import { openTrustedClock, type TrustedClock } from '../platform/storage/trusted-clock.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { createPracticeMode, practiceParts } from './practice-mode.ts';
import type { Station, StationOptions } from './station.ts';
import type { StationFolder } from './station-folder.ts';

export type Foundation = Pick<
  Station,
  'settings' | 'vault' | 'documents' | 'clerk' | 'openSamples' | 'validationParts' | 'acquireValidation'
> & {
  accounts: Accounts;
  connections: ConnectionPool;
  reader: PdfReader;
  clock: TrustedClock;
  retry: RetryPolicy;
  now(): Date;
  /** Name of the profile in use; null in practice. */
  profileName(): string | null;
  readPath(path: string): Promise<Reading>;
  readBytes(bytes: Uint8Array): Promise<Reading['facts']>;
  /** Called when no feature uses a connection or the reader any more. */
  close(): Promise<void>;
};

export function createFoundation(options: StationOptions, { settingsDatabase, keychain, store }: StationFolder): Foundation {
  const { provider: choice = { kind: 'stored' }, system, now = () => new Date() } = options;
  const settings = openSettingsRepository(settingsDatabase, store.database);
  const vault = createVault(keychain);
  const reader = createPdfReader();
  const documents = createDocumentList(reader);
  const practice = createPracticeMode();
  const connections = createConnectionPool();
  const accounts = createAccounts({ choice, settings, vault, practice, system });
  const { isPractice, activeProfile } = accounts;
  const clock = openTrustedClock(settingsDatabase, now);
  return {
    settings,
    vault,
    accounts,
    connections,
    documents,
    reader,
    clock,
    now,
    retry: options.retry ?? defaultRetry,
    clerk: () => settings.settings().clerk || userInfo().username,
    profileName: () => (isPractice() ? null : (activeProfile()?.profile.name ?? null)),
    async openSamples() {
      if (!isPractice()) return { taken: 0 };
      return documents.open(await practice.writeSamples(join(options.dataDir, 'samples')));
    },
    readPath: (path) => readDocument(path, reader),
    readBytes: async (bytes) => (await readDocumentBytes(bytes, reader)).facts,
    validationParts() {
      if (isPractice()) return practiceParts;
      const validation = activeProfile()?.profile.validation;
      return validation ? partsOf(validation) : null;
    },
    async acquireValidation() {
      const isOfPractice = isPractice();
      const account = await accounts.active();
      const target = account && validationTarget(account);
      const validation = account?.profile.validation;
      if (!target || !validation) throw new StationError('validation-not-set-up');
      return { ...connections.acquire(target), parts: partsOf(validation), profile: isOfPractice ? null : account.profile.name };
    },
    async close() {
      await connections.close();
      await Promise.all([practice.close(), documents.close()]);
      clock.close();
    },
  };
}
