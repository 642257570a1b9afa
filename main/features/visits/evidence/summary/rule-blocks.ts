/** The rules: which are not met, who overrode which, and the settings. */

import { localTime } from '../../../../../shared/domain/local-format.ts';
import { type Policy, ruleNames } from '../../../../../shared/domain/visits/policy.ts';
import { type Block, fact } from '../../../../platform/pdf/paper/blocks.ts';
import type { PaperWords } from '../../../../platform/pdf/paper/words.ts';
import { overrides } from '../evidence-json.ts';
import { rulesText } from './event-text.ts';
import type { SummaryFacts } from './summary-facts.ts';

export function* ruleBlocks({ facts }: SummaryFacts, words: PaperWords): Generator<Block> {
  const { say, language } = words;
  yield { kind: 'heading', level: 2, text: say('rules.heading') };
  if (facts.view.findings.length === 0) yield { kind: 'paragraph', text: say('rules.allMet') };
  else
    yield {
      kind: 'facts',
      facts: facts.view.findings.map(({ rule, level, problem, overridden }) => ({
        label: say(`settings.policy.rules.${rule}.title`),
        values: [
          { text: say(`rules.${level}`), bold: true },
          { text: words.problem(problem) },
          ...(overridden
            ? [{ text: say('rules.overridden', { ...overridden, at: localTime(overridden.at, language) }) }]
            : [{ text: say('rules.notOverridden') }]),
        ],
      })),
    };
  const made = overrides(facts);
  if (made.length > 0) {
    yield { kind: 'heading', level: 3, text: say('rules.earlier') };
    yield {
      kind: 'table',
      shares: [0.27, 0.2, 0.23, 0.3],
      head: [say('rules.at'), say('rules.by'), say('rules.rules'), say('rules.reason')],
      rows: made.map(({ at, by, rules, reason }) => [localTime(at, language), by, rulesText(rules, words), reason]),
    };
  }
  yield { kind: 'heading', level: 3, text: say('rules.inForce') };
  yield {
    kind: 'facts',
    facts: ruleNames.map((rule) => fact(say(`settings.policy.rules.${rule}.title`), levelText(rule, facts.policy, words))),
  };
}

function levelText(rule: keyof Policy, policy: Policy, { say }: PaperWords): string {
  const level = say(`rules.level.${policy[rule].level}`);
  return rule === 'clearScreening' && policy.clearScreening.level !== 'off'
    ? say('rules.hours', { level, hours: policy.clearScreening.hours })
    : level;
}
