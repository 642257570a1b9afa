/**
 * What the queue is kept in: sealed records and sealed files under the data folder's key. Without a key that
 * lasts, both are of this run alone: in memory, and in a folder that the next start removes.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Problem, problem } from '../../shared/errors.ts';
import { openOutbox } from '../signing/outbox/create-outbox.ts';
import type { Outbox } from '../signing/outbox/outbox.ts';
import { openDataKeys } from '../vault/create-data-keys.ts';
import { createSealer } from '../vault/create-sealer.ts';
import type { Keychain } from '../vault/vault.ts';
import { openSealedFiles } from './create-sealed-files.ts';
import { type Database, openMemoryDatabase } from './database.ts';
import type { SealedFiles } from './sealed-files.ts';
