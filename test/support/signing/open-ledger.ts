/** A sent ledger that is closed when the test ends. */

import { closing } from '../closing.ts';
import { openSentLedger, type SentLedger } from '../doors/signing.ts';
import { type LedgerOptions, ledgerDeps } from './ledger.ts';

export async function openTestLedger(options: LedgerOptions): Promise<SentLedger> {
  return closing(await openSentLedger(ledgerDeps(options)));
}
