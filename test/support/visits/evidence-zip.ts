/** Writes the evidence of a visit, opens it with another ZIP reader, and checks every hash in it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import { openPromise } from 'yauzl';
import type { EvidenceResult } from '../doors/domain.ts';
import { writeEvidence } from '../doors/visits.ts';
import { readPdf, squeezed } from '../pdf/poppler.ts';
import { sha256 } from '../sha256.ts';
import type { TestEvidence } from './evidence.ts';

type Manifest = {
  parts: { name: string; bytes: number; sha256: string; record?: string; path?: string }[];
  missing: { name: string; reason: string; sha256: string | null }[];
  leftOut: { record: string; path: string; bytes: number; sha256: string }[];
  audit: object[];
  practice: boolean;
};
type OpenedEvidence = { result: EvidenceResult; bytes: Buffer; parts: Map<string, Buffer>; manifest: Manifest };

/** Checks every hash: of the ZIP, of the manifest, of the sums. */
export async function madeEvidence({ facts, folder }: TestEvidence): Promise<OpenedEvidence> {
  const result = await writeEvidence(facts, join(folder, 'evidence.zip'));
  const bytes = await readFile(join(folder, result.name));
  expect([result.size, result.sha256]).toEqual([bytes.length, sha256(bytes)]);
  const parts = await unzipped(join(folder, result.name));
  expect(parts.size).toBe(result.parts);
  const manifest = JSON.parse(parts.get('manifest.json')?.toString() ?? '') as Manifest;
  for (const part of manifest.parts) {
    const content = parts.get(part.name);
    expect([content?.length, content && sha256(content)], part.name).toEqual([part.bytes, part.sha256]);
  }
  const own = ['manifest.json', 'SHA256SUMS'];
  expect(manifest.parts.map(({ name }) => name)).toEqual([...parts.keys()].filter((name) => !own.includes(name)));
  const sums = [...parts].filter(([name]) => name !== 'SHA256SUMS').map(([name, content]) => `${sha256(content)}  ${name}\n`);
  expect(parts.get('SHA256SUMS')?.toString()).toBe(sums.join(''));
  expect(result.missing).toEqual(manifest.missing.map(({ name }) => name));
  return { result, bytes, parts, manifest };
}

export async function unzipped(path: string): Promise<Map<string, Buffer>> {
  const zip = await openPromise(path, { validateEntrySizes: true, strictFileNames: true });
  const parts = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) parts.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return parts;
}

export const named = ({ parts }: OpenedEvidence, folder: string): string[] =>
  [...parts.keys()].filter((name) => name.startsWith(`${folder}/`));
export async function summaryOf({ parts }: OpenedEvidence): Promise<{ text: string; pages: string[] }> {
  const { texts } = await readPdf(parts.get('summary.pdf') ?? Buffer.alloc(0));
  return { text: squeezed(texts.join('')), pages: texts };
}
