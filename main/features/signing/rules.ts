/** The branch's rules about a document before it is sent; `main/features/visits` evaluates them, and this folder only asks. */
import type { Problem } from '../../../shared/errors.ts';

export type SigningRules = {
  /** Returns the visit of a document: the named one, else the one with the client info as transaction number or identification. */
  visitOf(visitId: string | null, clientInfo: string): string | null;
  /** Returns all rules that block documents for this client in that visit (null: in none) at this moment. */
  stops(visitId: string | null, clientInfo: string): Problem[];
};

/** Returns why a document must not be sent now, null when it may. Evaluated again before every sending. */
export const blockedBy =
  (rules: SigningRules) =>
  ({ visitId, clientInfo }: { visitId: string | null; clientInfo: string }): Problem | null =>
    rules.stops(rules.visitOf(visitId, clientInfo), clientInfo)[0] ?? null;
