/** Reference numbers of documents: suggested from the file name, or from a CSV of `file name, reference number`. */

import { stat } from 'node:fs/promises';
import { basename, parse as parsePath } from 'node:path';
import { parse } from 'csv-parse/sync';
import { lowerCased } from '../../../shared/domain/text-folding.ts';
import { StationError } from '../../../shared/errors.ts';
import { readWholeFile } from '../../platform/files/read-whole-file.ts';
import { encodingOf } from '../../platform/files/text-encoding.ts';

export type ReferenceRow = { file: string; reference: string };
export type NamedDocument = { id: string; path: string };
export type ReferenceMatch = { matched: { documentId: string; reference: string }[]; unmatched: string[] };

const separators = [',', ';', '\t'] as const;
const maxFileBytes = 16 * 1024 * 1024;
/** First cell of a header row, which is skipped unless a document has that name. */
const headers = /^(file|file ?name|name|document|archivo|fichero|documento|nombre( del? (archivo|documento))?)$/i;

/** Suggests the file name without extension, with ` (2)`, ` (3)`, … when it is taken. The clerk can change it. Composed (NFC), since it is sent to the provider. */
export function suggestReference(fileName: string, taken: ReadonlySet<string>): string {
  const base = parsePath(fileName).name.normalize('NFC').trim();
  let candidate = base;
  for (let number = 2; taken.has(candidate); number++) candidate = `${base} (${number})`;
  return candidate;
}

/** Returns the rows for each possible separator: the names of the documents decide later which one is right. */
export async function readReferences(path: string): Promise<ReferenceRow[][]> {
  const unreadable = (cause: string) => new StationError('references-file-unreadable', { name: basename(path), cause });
  const bytes = await readSmallFile(path).catch((error: unknown) => {
    throw unreadable(error instanceof Error && 'code' in error ? String(error.code) : 'unknown');
  });
  const text = decoded(bytes);
  if (text === null) throw unreadable('damaged-text');
  const readings = separators.flatMap((delimiter) => {
    try {
      return [rowsOf(text, delimiter)];
    } catch {
      return []; // quotes that make no sense under this separator
    }
  });
  if (!readings.some((rows) => rows.some((row) => row.reference !== ''))) throw unreadable('no-columns');
  return readings;
}

/**
 * Uses the reading in which most rows name a document. Compares names composed (NFC) and case-insensitively, with or without
 * `.pdf`, and with folders (`2024/contract.pdf`) if rows have them. A row is unmatched when it names no document, several, or one
 * that has its reference already, or when it has no reference: nothing is guessed.
 */
export function matchReferences(readings: readonly ReferenceRow[][], documents: readonly NamedDocument[]): ReferenceMatch {
  const keyed = documents.map(({ id, path }) => ({ id, key: `/${keyOf(path)}` }));
  const byName = Map.groupBy(keyed, ({ key }) => key.slice(key.lastIndexOf('/') + 1));
  const match = (rows: readonly ReferenceRow[]): ReferenceMatch => {
    const result: ReferenceMatch = { matched: [], unmatched: [] };
    const done = new Set<string>();
    for (const [index, { file, reference }] of rows.entries()) {
      const key = keyOf(file);
      const candidates = (byName.get(key.slice(key.lastIndexOf('/') + 1)) ?? []).filter((one) => one.key.endsWith(`/${key}`));
      const [only] = candidates;
      if (index === 0 && only === undefined && headers.test(file)) continue;
      if (only === undefined || candidates.length > 1 || done.has(only.id) || reference === '') {
        result.unmatched.push(file);
      } else {
        done.add(only.id);
        result.matched.push({ documentId: only.id, reference });
      }
    }
    return result;
  };
  const twoColumns = (rows: readonly ReferenceRow[]) => rows.filter((row) => row.reference !== '').length;
  const tried = readings.map((rows) => ({ result: match(rows), complete: twoColumns(rows) }));
  tried.sort((a, b) => b.result.matched.length - a.result.matched.length || b.complete - a.complete);
  return tried[0]?.result ?? { matched: [], unmatched: [] };
}

async function readSmallFile(path: string): Promise<Buffer> {
  const { size } = await stat(path);
  if (size > maxFileBytes) throw Object.assign(new Error('too large'), { code: 'EFBIG' });
  return readWholeFile(path);
}

/** Decodes the text; null when it is damaged, since a reference number could lack characters. */
function decoded(bytes: Buffer): string | null {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function rowsOf(text: string, delimiter: string): ReferenceRow[] {
  const rows: string[][] = parse(text, { delimiter, trim: true, skip_empty_lines: true, relax_column_count: true, relax_quotes: true });
  return rows.map(([file = '', reference = '']) => ({ file, reference })).filter(({ file, reference }) => file !== '' || reference !== '');
}

const keyOf = (name: string): string =>
  lowerCased(name)
    .replaceAll('\\', '/')
    .replace(/\.pdf$/, '');
