/**
 * Writes the evidence of one visit as one ZIP (issue 5, Evidence). Each part is read to its end and compared with its stored hash before
 * it is listed; a part that differs is listed as missing. `docs/evidence.md` says how to check it.
 */

import { basename, dirname } from 'node:path';
import { isPracticeRecord } from '../../../../shared/domain/records/record.ts';
import type { EvidenceResult } from '../../../../shared/domain/visits/visit.ts';
import { writeWhole } from '../../../platform/files/write-whole.ts';
import { zipBytes } from '../../../platform/files/write-zip.ts';
import { entryLine } from '../../audit/audit.ts';
import type { Missing, Part } from './check-part.ts';
import { checkedPart, inOnePiece, textPart } from './check-part.ts';
import { collectParts } from './collect-parts.ts';
import type { EvidenceFacts } from './evidence-facts.ts';
import { decisionsJson, manifestJson, sums } from './evidence-json.ts';
import { evidenceSummary } from './summary/make-summary.ts';

/**
 * @param path absolute; a name that is taken gets a number
 * @throws StationError `cancelled`, `file-changed` (a part changed between its two readings), `output-folder-missing`,
 * `output-not-writable`, `disk-full`, `path-too-long`
 */
export async function writeEvidence(
  facts: EvidenceFacts,
  path: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<EvidenceResult> {
  const { parts, missing } = await evidenceParts(facts, signal);
  const content = zipBytes(parts, facts.madeAt);
  const { name, size, sha256 } = await writeWhole({ folder: dirname(path), name: basename(path), content });
  return { name, parts: parts.length, size, sha256, missing: missing.map((part) => part.name) };
}

async function evidenceParts(facts: EvidenceFacts, signal: AbortSignal | undefined): Promise<{ parts: Part[]; missing: Missing[] }> {
  const { records, screenings, leftOut, ...wanted } = collectParts(facts);
  const parts: Part[] = [];
  const missing = [...wanted.missing];
  const add = (part: Part | Missing) => ('reason' in part ? missing.push(part) : parts.push(part));
  for (const part of wanted.parts) add(await checkedPart(part, signal));
  add(textPart('decisions.json', decisionsJson(facts, screenings)));
  add(textPart('timeline.jsonl', facts.audit.map((entry) => `${entryLine(entry)}\n`).join('')));
  const practice = records.some(({ row }) => isPracticeRecord(row)) || screenings.some(({ view }) => view.connection === null);
  // A copy of the lists: the summary is made twice, and is a part itself.
  const summaryFacts = { facts, records, screenings, parts: [...parts], missing: [...missing], leftOut, practice };
  const summary = inOnePiece(() => evidenceSummary(summaryFacts));
  add(await checkedPart({ name: 'summary.pdf', kind: 'media', sha256: null, source: summary }, signal));
  add(textPart('manifest.json', manifestJson(facts, { practice, parts, missing, leftOut })));
  add(textPart('SHA256SUMS', sums(parts)));
  return { parts, missing };
}
