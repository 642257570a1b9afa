/** Wire schemas of the signing token endpoint (interface description, endpoint C). */
import { z } from 'zod';

const tokenResponseSchema = z.looseObject({
  /** Used in a header, so nothing but visible ASCII; some services put the word Bearer before it. */
  access_token: z
    .string()
    .trim()
    .regex(/^(?:bearer +)?[\x21-\x7e]+$/i),
  token_type: z.unknown().optional(),
  expires_in: z.unknown().optional(),
});

export const tokenMembers = ['token_type', 'expires_in'] as const;
export type TokenMember = (typeof tokenMembers)[number];

export type SigningToken = {
  token: string;
  /** Unit not shown: `tokenLifetimeUnit` of the profile. Null when the answer does not say: the token is used until it is refused. */
  expiresIn: number | null;
  /** Members that are missing or unreadable. The token is used anyway. */
  unread: TokenMember[];
};

/** Needs `access_token` and nothing else. @throws ZodError; its message may contain parts of the answer */
export function readSigningToken(json: unknown): SigningToken {
  const answer = tokenResponseSchema.parse(json);
  const expiresIn = numberOf(answer.expires_in);
  const isBearer = typeof answer.token_type === 'string' && /^\s*bearer\s*$/i.test(answer.token_type);
  return {
    token: answer.access_token.replace(/^bearer +/i, ''),
    expiresIn,
    unread: [...(isBearer ? [] : (['token_type'] as const)), ...(expiresIn === null ? (['expires_in'] as const) : [])],
  };
}

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
