/** Composes signing: the queue, test documents, and the returned files for the viewer. */

import type { VerificationSettings } from '../../shared/domain/verification/verification-settings.ts';
import { createPlacementTest, createReturnedFiles, createSigning, type Signing } from '../features/signing/signing.ts';
import type { VisitHooks } from '../features/visits/visits.ts';
import { accountKey, practiceAccount } from '../platform/provider/account.ts';
import { signingTarget } from '../platform/provider/sign-documents.ts';
import { canValidate } from '../platform/provider/validation-query.ts';
import type { Foundation } from './foundation.ts';
import type { Station, StationOptions } from './station.ts';
import type { StationData } from './station-data.ts';

/** Days. For practice, and for a profile without a signing section. */
const defaultDuplicateWindow = 30;

export type SigningParts = Signing & Pick<Station, 'placementTest' | 'returned'>;

type Deps = {
  options: StationOptions;
  foundation: Foundation;
  store: StationData;
  visits: Pick<VisitHooks, 'rules' | 'noteRelease' | 'noteRules'>;
};

/** Completes at first what the last end of the station cut off. @throws StationError `disk-full` */
export async function composeSigning({ options, foundation, store, visits }: Deps): Promise<SigningParts> {
  const { settings, accounts, connections, documents, reader, clock, clerk, readBytes, retry } = foundation;
  const { isPractice, activeProfile } = accounts;
  const signing = await createSigning({
    ...store,
    rules: visits.rules,
    noteRelease: visits.noteRelease,
    noteRules: visits.noteRules,
    documents,
    reader,
    clerk,
    retry,
    readFacts: readBytes,
    now: clock.now,
    dataDir: options.dataDir,
    storedVerification: (account) => storedVerification(foundation, account),
    duplicateWindowDays: () => activeProfile()?.profile.signing?.duplicateWindowDays ?? defaultDuplicateWindow,
    async active() {
      const account = await accounts.active();
      const signing = account?.profile.signing;
      return signing ? { account: isPractice() ? practiceAccount : accountKey(signing), signing } : null;
    },
    activeAccount: accounts.activeKey,
    async acquire(key) {
      const account = await accounts.of(key);
      const target = account && signingTarget(account);
      return target && connections.acquire(target);
    },
    canCheck: () => isPractice() || canValidate(activeProfile()?.profile.validation),
    outputFolder: { forThisRun: options.outputFolder ?? null, bySettings: () => settings.settings() },
  });
  const placementTest = createPlacementTest({
    connections,
    clerk,
    readFacts: readBytes,
    audit: store.audit,
    stored: accounts.stored,
    active: accounts.active,
    saveProfile: settings.saveProfile,
  });
  return {
    ...signing,
    placementTest,
    returned: createReturnedFiles({ signing: signing.signing, readFacts: readBytes }),
    close: async () => void (await Promise.all([signing.close(), placementTest.close()])),
  };
}

/** The verification settings of the stored profile for an account, and how to save others; null without such a profile. */
function storedVerification({ accounts, settings }: Foundation, account: string) {
  const found = accounts.profileOf(account);
  if (!found?.signing) return null;
  const { id, signing, ...rest } = found;
  const save = (verification: VerificationSettings) => void settings.saveProfile({ ...rest, signing: { ...signing, verification } }, id);
  return { settings: signing.verification, save };
}
