/** A record as it is written down in the ZIP: as JSON without its files, which are parts of their own, and on paper. */
import { recordJson, recordPdf } from '../../records/records.ts';
import type { EvidenceFacts, EvidenceRecord, EvidenceSource } from '../evidence-facts.ts';
import { sha256Of } from './check-part.ts';

export const recordText = ({ kept }: EvidenceRecord): AsyncGenerator<Uint8Array> => recordJson(kept, () => null, false);

export function recordPaper({ view, file }: EvidenceRecord, { wish, ...facts }: EvidenceFacts): AsyncGenerator<Uint8Array> {
  const { language, madeAt, madeBy, stationVersion } = facts;
  const picture = wish.images ? (id: string) => pictureBytes(file(id)) : null;
  return recordPdf(view, { language, madeAt, madeBy, stationVersion, picture });
}

/** Null unless it is what was noted: the paper then says that it cannot be shown, and the picture is missing as a part. */
async function pictureBytes(source: EvidenceSource | null): Promise<Uint8Array | null> {
  if (source === null) return null;
  try {
    const chunks: Uint8Array[] = [];
    for await (const chunk of source.read()) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    return sha256Of(bytes) === source.sha256 ? bytes : null;
  } catch {
    return null;
  }
}
