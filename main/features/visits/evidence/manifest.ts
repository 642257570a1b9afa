/** `manifest.json` and `SHA256SUMS`: what the ZIP holds, to the byte, and what it lacks. */
import type { EvidenceFacts } from '../evidence-facts.ts';
import { pretty } from './decisions.ts';
import type { LeftOut, Missing, Part } from './parts.ts';

const format = 'signing-station-evidence/1';

type Holding = { practice: boolean; parts: readonly Part[]; missing: readonly Missing[]; leftOut: readonly LeftOut[] };

export function manifestJson(facts: EvidenceFacts, { practice, parts, missing, leftOut }: Holding): string {
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
