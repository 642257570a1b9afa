/** A sent ledger that is closed when the test ends. */
import { onTestFinished } from 'vitest';
import { openSentLedger, type SentLedger } from '../doors/signing.ts';
import { type LedgerOptions, ledgerDeps } from './ledger.ts';

export async function openTestLedger(options: LedgerOptions): Promise<SentLedger> {
  const ledger = await openSentLedger(ledgerDeps(options));
  onTestFinished(() => ledger.close());
  return ledger;
}
