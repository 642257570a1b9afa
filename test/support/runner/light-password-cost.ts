/**
 * Replaces `main/features/web-service/access/password-cost.ts` in tests and in the programs that they start: a hundred passwords
 * take no time. `passwords.unit.test.ts` tests the real cost.
 */
export const passwordCost = { n: 2 ** 10, r: 8, p: 1 };
