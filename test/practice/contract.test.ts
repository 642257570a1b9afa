/**
 * The contract of a provider. What the interface description states is asked of the practice provider in its worker, in the soak
 * also in this process, and of any other provider whose profile and secrets are in the environment, as JSON: PROVIDER_PROFILE,
 * PROVIDER_SECRETS, and PROVIDER_TRANSACTION for a transaction that it knows. What the practice provider adds follows.
 */
import { describe } from 'vitest';
import { startPractice, startPracticeWorker } from '../support/doors/practice.ts';
import { workerUrl } from '../support/runner/built-worker-url.ts';
import { inSoak } from '../support/runner/soak.ts';
import { type DescribedProvider, describedProvider } from './contract/described.ts';
import { practiceMisbehaviours } from './contract/misbehaviours.ts';
import { practiceRecordFiles } from './contract/record-files.ts';
import { practiceRecords } from './contract/records.ts';
import { practiceSearch } from './contract/search.ts';
import { practicePeople } from './contract/search-people.ts';
import { practiceSign } from './contract/sign.ts';
import { practiceSignatures } from './contract/signatures.ts';
import { practiceToken } from './contract/token.ts';
import { practiceValidation } from './contract/validation.ts';

const transaction = 'TX-1001';
const { PROVIDER_PROFILE: profile, PROVIDER_SECRETS: secrets = '{}', PROVIDER_TRANSACTION: known = transaction } = process.env;
const providers: Record<string, () => Promise<DescribedProvider>> = {
  ...(inSoak && { 'the practice provider': async () => ({ ...(await startPractice()), transaction }) }),
  'the practice provider in its worker': async () => ({ ...(await startPracticeWorker(workerUrl('practice/worker'))), transaction }),
  ...(profile && {
    'the provider of PROVIDER_PROFILE': async () => ({
      profile: JSON.parse(profile),
      secrets: JSON.parse(secrets),
      transaction: known,
      close: async () => undefined,
    }),
  }),
};

for (const [name, start] of Object.entries(providers)) describe(`as described: ${name}`, () => describedProvider(start));

describe('the practice provider beyond the description', () => {
  for (const part of [
    practiceToken,
    practiceSign,
    practiceSignatures,
    practiceValidation,
    practiceRecords,
    practiceRecordFiles,
    practiceSearch,
    practicePeople,
    practiceMisbehaviours,
  ])
    part(startPractice);
});
