/** The JSON parts of the ZIP: `decisions.json`, what people decided and the rules in force; `manifest.json`, each part and what is missing. */
import type { LeftOut, Missing, Part } from './check-part.ts';
import type { EvidenceFacts } from './evidence-facts.ts';

/** An override from the log. An entry without content was erased or cannot be opened. */
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

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const format = 'signing-station-evidence/1';

type Contents = { practice: boolean; parts: readonly Part[]; missing: readonly Missing[]; leftOut: readonly LeftOut[] };

export function manifestJson(facts: EvidenceFacts, { practice, parts, missing, leftOut }: Contents): string {
  return pretty({
    format,
    visit: facts.view.id,
    madeAt: facts.madeAt.toISOString(),
    madeBy: facts.madeBy,
    station: facts.stationVersion,
    practice,
    wish: facts.wish,
    parts: parts.map(({ name, size, sha256, of }) => ({ name, bytes: size, sha256, ...of })),
    missing,
    leftOut,
    audit: facts.audit.map(({ number, contentHash, hash, previous }) => ({ number, contentHash, hash, previous })),
  });
}

/** For `sha256sum -c SHA256SUMS`. No name within the ZIP has a line end or a backslash, which would need another form. */
export const sums = (parts: readonly Part[]): string => parts.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('');
