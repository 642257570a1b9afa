/** `decisions.json`: what people decided of the visit, and the rules that were in force. */
import type { EvidenceFacts } from '../evidence-facts.ts';

/** An override, as the log has it. A null content was erased or cannot be opened. */
type Override = { number: number; at: string; by: string; rules: string; reason: string };

export function overrides({ audit }: EvidenceFacts): Override[] {
  return audit.flatMap(({ kind, number, at, content }) =>
    kind === 'overridden'
      ? [{ number, at, by: content?.by ?? '', rules: String(content?.detail.rules ?? ''), reason: String(content?.detail.text ?? '') }]
      : [],
  );
}

export function decisionsJson(facts: EvidenceFacts, screenings: EvidenceFacts['screenings']): string {
  const decided = screenings.map(({ view: { id, query, askedAt, by, outcome, block, decisions } }) => ({
    id,
    ...query,
    askedAt,
    by,
    outcome,
    block,
    decisions,
  }));
  return pretty({ policy: facts.policy, findings: facts.view.findings, overrides: overrides(facts), screenings: decided });
}

export const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
