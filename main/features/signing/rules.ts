/** What the branch's rules say of a document before it is sent; `main/features/visits` judges, and this folder only asks. */
import type { Problem } from '../../../shared/errors.ts';

export type SigningRules = {
  /** The visit that a document belongs to: the named one, else that whose transaction number or identification is the client info. */
  visitOf(visitId: string | null, clientInfo: string): string | null;
  /** Every rule that stops documents for this client, of that visit (null: of none), at this moment. */
  stops(visitId: string | null, clientInfo: string): Problem[];
};

/** Why a document must not be sent now; asked again whenever it might be. Null when it may. */
export const blockedBy =
  (rules: SigningRules) =>
  ({ visitId, clientInfo }: { visitId: string | null; clientInfo: string }): Problem | null =>
    rules.stops(rules.visitOf(visitId, clientInfo), clientInfo)[0] ?? null;
