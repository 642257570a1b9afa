/** Describes an entry of the log: the event, and its details in lines. */

import { localTime } from '../../../../../shared/domain/local-format.ts';
import { rulesIn } from '../../../../../shared/domain/verification/provider-rule.ts';
import { ruleText } from '../../../../../shared/domain/verification/verification-text.ts';
import { ruleNames } from '../../../../../shared/domain/visits/policy.ts';
import { type ProblemCode, problemCodes } from '../../../../../shared/errors.ts';
import type { PaperWords } from '../../../../platform/pdf/paper/words.ts';
import type { AuditEntry } from '../../../audit/audit.ts';

export function eventText({ kind, content }: AuditEntry, words: PaperWords): string {
  const { say } = words;
  const what = words.has(`event.${kind}`) ? say(`event.${kind}`) : kind;
  if (content === null) return `${what}\n${say('timeline.unopened')}`;
  const { code, ...others } = content.detail;
  const known = problemCodes.find((known) => known === code);
  const reason = known ? problemText(known, content.detail, words) : '';
  const details = Object.entries(others).map(([name, value]) => detailText(name, String(value), words));
  // A detail that the reason has already (the provider's own text) is not repeated.
  return [what, ...details.filter((text) => text !== '' && !reason.includes(text)), ...(reason === '' ? [] : [reason])].join('\n');
}

const problemText = (code: ProblemCode, detail: Record<string, string | number>, words: PaperWords): string =>
  words.problem({ code, message: code, detail });

/** A name of the station's becomes words; any other value is unchanged. */
function detailText(name: string, value: string, words: PaperWords): string {
  const worded: Record<string, string> = {
    outcome: `certificate.outcome.${value}.word`,
    verdict: `certificate.decision.verdict.${value}`,
    status: `statuses.${value}`,
  };
  if (name === 'version') return words.say('timeline.version', { version: value });
  if (name === 'receivedAt') return words.say('timeline.arrivedAtHub', { at: localTime(value, words.language) });
  if (name === 'providerRules') return providerRulesText(value, words);
  const key = worded[name];
  if (key !== undefined && words.has(key)) return words.say(key);
  return name === 'rules' ? rulesText(value, words) : value;
}

function providerRulesText(json: string, { say }: PaperWords): string {
  const own = (key: string, gaps?: Record<string, string | number>) => say(`verification.${key}`, gaps);
  return rulesIn(json)
    .map((rule) => ruleText(rule, own))
    .join('\n');
}

/** Replaces the names of rules in a text by words. */
export const rulesText = (rules: string, { say }: PaperWords): string =>
  ruleNames.reduce((text, rule) => text.replaceAll(rule, say(`settings.policy.rules.${rule}.title`)), rules);
