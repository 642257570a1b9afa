/** What the check of any PDF trusts: the machine's authorities, and the roots and rules of the connection profile. */

import { markArea } from '../../practice/signing/mark-area.ts';
import { certificatesIn, type VerificationSettings } from '../../shared/domain/verification/verification-settings.ts';
import type { FileTrust } from '../features/verification/verification.ts';
import { machineAuthorities } from '../platform/provider/trust.ts';

/**
 * @param verification of the profile; `practice`: the mark on its pages is accepted, and its root, which is another one at each start, is
 * not trusted; undefined: no profile
 */
export function fileTrust(verification: Pick<VerificationSettings, 'roots' | 'rules'> | 'practice' | undefined): FileTrust {
  if (verification === 'practice') return { roots: machineAuthorities(), rules: [markArea] };
  return { roots: [...machineAuthorities(), ...certificatesIn(verification?.roots ?? '')], rules: verification?.rules ?? [] };
}
