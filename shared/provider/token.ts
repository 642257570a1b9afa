/** Wire schemas of the signing token endpoint (interface description, endpoint C). */
import { z } from 'zod';

/**
 * Token response of the provider-hosted signing token service. Strict on what is stated; other members are
 * let through. `expires_in` may be missing, since a token without it still works until it is refused.
 */
export const signingTokenSchema = z.looseObject({
  /** Goes into a header as it is, so nothing but visible ASCII. */
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  token_type: z.string(),
  /** Unit not shown: `tokenLifetimeUnit` of the profile. */
  expires_in: z.number().optional(),
});
export type SigningToken = z.infer<typeof signingTokenSchema>;

/** Body of every described refusal of endpoints C and D. */
export const refusalSchema = z.looseObject({ error: z.string() });
