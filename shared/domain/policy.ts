/** Settings' rules on what signing for a customer needs. Each is `off`, `warn` or `stop`; a stop can be overridden only where the rule allows it. */
import { z } from 'zod';
import { problemSchema } from '../problem-schema.ts';

export const policyLevelSchema = z.enum(['off', 'warn', 'stop']);
export type PolicyLevel = z.infer<typeof policyLevelSchema>;

const rule = (level: PolicyLevel) =>
  z.object({
    level: policyLevelSchema.default(level),
    /** A person may go on with a reason. */
    override: z.boolean().default(true),
  });

export const policySchema = z.object({
  /** A clear screening (or one whose every match a person found to be somebody else) that is no older than `hours`. */
  clearScreening: rule('off')
    .extend({ hours: z.number().int().min(1).max(8760).default(24) })
    .prefault({}),
  /** A validation record with `ComparationFacesAproved` true. */
  approvedFace: rule('off').prefault({}),
  /** Record and screening are about the same identification. */
  sameIdentification: rule('warn').prefault({}),
  /** A person whose latest screening says `block`. */
  blockedPerson: rule('stop').prefault({}),
});
export type Policy = z.infer<typeof policySchema>;

export const ruleNames = ['blockedPerson', 'sameIdentification', 'clearScreening', 'approvedFace'] as const;
export const ruleNameSchema = z.enum(ruleNames);
export type RuleName = z.infer<typeof ruleNameSchema>;

/**
 * A rule that is not met. `key` names what it is about (rule and the records or searches it was judged by): an override
 * is of one key, so that whatever comes later has to be overridden anew.
 */
export const findingSchema = z.object({
  rule: ruleNameSchema,
  level: z.enum(['warn', 'stop']),
  overridable: z.boolean(),
  key: z.string(),
  problem: problemSchema,
  overridden: z.object({ by: z.string(), at: z.string(), reason: z.string() }).nullable(),
});
export type Finding = z.infer<typeof findingSchema>;

export const maxReasonLength = 1000;
