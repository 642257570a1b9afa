/** The invented agreement that every practice provider makes at its start: a profile and its secrets. */
import { randomBytes } from 'node:crypto';
import type { PlacementConvention } from '../shared/domain/placement/placement.ts';
import type { ProfileInput, SearchProfile } from '../shared/domain/settings/profile.ts';
import { markArea } from './signing/mark-area.ts';

export type Account = {
  clientId: string;
  clientSecret: string;
  accountId: string;
  projectId: string;
  validationApiKey: string;
  projectName: string;
  searchApiKey: string;
};

export function inventAccount(): Account {
  return {
    clientId: 'practice-client',
    clientSecret: randomBytes(24).toString('base64url'),
    accountId: 'practice-account',
    projectId: 'practice-project',
    validationApiKey: randomBytes(24).toString('base64url'),
    projectName: 'practice-search',
    searchApiKey: randomBytes(24).toString('base64url'),
  };
}

/**
 * The profile with which a station reaches this provider, uses its conventions and trusts its signer.
 * @param roots PEM
 */
export function profileOf(
  account: Account,
  origin: string,
  placement: PlacementConvention,
  judicialFlag: SearchProfile['judicialFlag'],
  roots: string,
): ProfileInput {
  const { clientId, accountId, projectId, projectName } = account;
  return {
    name: 'Práctica / Practice',
    signing: {
      authUrl: origin,
      baseUrl: origin,
      clientId,
      accountId,
      projectId,
      tokenLifetimeUnit: 'seconds',
      busyAnswers: 'refused',
      placement,
      verification: { roots, rules: [markArea] },
    },
    validation: { baseUrl: origin, path: 'api/practice/Validation/{transaction}' },
    search: { url: `${origin}/search`, projectName, judicialFlag },
  };
}
