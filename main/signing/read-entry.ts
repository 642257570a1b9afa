/** Reads the content of one entry of an answer: is it there, does it decode, does it open as a PDF (issue: "signed" counts only then). */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { PdfFacts } from '../../shared/domain/document.ts';
import { type Problem, problem, StationError } from '../../shared/errors.ts';
import { onDisk } from '../files/disk-problem.ts';
import type { SignedItem } from '../provider/provider.ts';
import { decodeBase64 } from './base64-stream.ts';
import type { Incoming } from './incoming.ts';
import type { ReadEntry } from './judge-entries.ts';

/** Facts of the PDF at a path; null when it does not open or is not whole: parsers read on past a missing end. */
export type ReadFacts = (path: string) => Promise<PdfFacts | null>;

/**
 * Files named in the result are in the incoming folder: decoded bytes, or the text as it came where it did not decode.
 * @throws StationError `disk-full`, `output-not-writable` when the station's own disk fails; the text stays where it is
 */
export async function readEntry(item: SignedItem, incoming: Incoming, readFacts: ReadFacts): Promise<ReadEntry> {
  const providerDocumentId = item.documentId;
  const text = await textOf(item, incoming);
  if (item.status === 'FAIL') return { kind: 'fail', providerDocumentId, reason: item.errorReason, file: text };
  if (text === null) return { kind: 'empty', providerDocumentId };

  const file = incoming.newPath('bin');
  const unusable = (why: Problem, kept: string): ReadEntry => ({ kind: 'unusable', providerDocumentId, problem: why, file: kept });
  try {
    const sha256 = await onDisk(incoming.folder, () => decode(text, file));
    await rm(text, { force: true });
    const facts = await readFacts(file);
    if (facts === null || facts.pages.length === 0) return unusable(problem('signed-not-pdf'), file);
    return { kind: 'pdf', providerDocumentId, file, sha256, signatures: facts.signatures.length };
  } catch (thrown) {
    await rm(file, { force: true });
    if (thrown instanceof StationError && thrown.problem.code === 'signed-not-base64') return unusable(thrown.problem, text);
    throw thrown;
  }
}

/** The spooled text; null when there is none, and an empty file is not left behind. */
async function textOf({ content }: SignedItem, incoming: Incoming): Promise<string | null> {
  if (content === null) return null;
  const { path, length } = incoming.spooled(content);
  if (length > 0) return path;
  await content.discard();
  return null;
}

async function decode(from: string, to: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(
    createReadStream(from, 'utf8'),
    decodeBase64,
    async function* (bytes: AsyncIterable<Buffer>) {
      for await (const chunk of bytes) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return hash.digest('hex');
}
