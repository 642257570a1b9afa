/** The policy: what signing for a customer needs. Each rule is `off`, `warn` or `stop`; a stop can be overridden where its rule allows. */
import { z } from 'zod';
import { problemSchema } from '../../problem-schema.ts';

export const policyLevelSchema = z.enum(['off', 'warn', 'stop']);
export type PolicyLevel = z.infer<typeof policyLevelSchema>;

const rule = (level: PolicyLevel) =>
  z.object({
    level: policyLevelSchema.default(level),
    /** A person may override it with a reason. */
    override: z.boolean().default(true),
  });

export const policySchema = z.object({
  /** A clear screening (or one in which a person found every match to be somebody else) that is no older than `hours`. */
  clearScreening: rule('off')
    .extend({ hours: z.number().int().min(1).max(8760).default(24) })
    .prefault({}),
  /** A validation record with `ComparationFacesAproved` true. */
  approvedFace: rule('off').prefault({}),
  /** The latest validation record, if there is one, has an approved face (or no comparison), no alerts, and the visit's name. */
  recordAlerts: rule('warn').prefault({}),
  /** Record and screening are about the same identification. */
  sameIdentification: rule('warn').prefault({}),
  /** A latest screening that does not say `block`. */
  blockedPerson: rule('stop').prefault({}),
});
export type Policy = z.infer<typeof policySchema>;

export const ruleNames = ['blockedPerson', 'sameIdentification', 'clearScreening', 'approvedFace', 'recordAlerts'] as const;
export const ruleNameSchema = z.enum(ruleNames);
export type RuleName = z.infer<typeof ruleNameSchema>;

/**
 * A finding: a rule that is not met. `key` names its subject (the rule and the records or screenings that were evaluated): an
 * override is of one key, so that a later subject has to be overridden again.
 */
export const findingSchema = z.object({
  rule: ruleNameSchema,
  level: z.enum(['warn', 'stop']),
  overridable: z.boolean(),
  /** Signing starts only after a person gave a reason, although the finding does not block. */
  needsReason: z.boolean(),
  key: z.string(),
  problem: problemSchema,
  overridden: z.object({ by: z.string(), at: z.string(), reason: z.string() }).nullable(),
});
export type Finding = z.infer<typeof findingSchema>;

export const maxReasonLength = 1000;
