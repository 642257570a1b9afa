/** Finds objects in the bytes of a file that none of its cross-references names: readers that search the file for objects find them. */
import type { PdfFile } from './pdf-file.ts';
import { PdfFault } from './syntax.ts';

/** Returns the numbers of the stray objects, in the order of the file. */
export function strayObjects(file: PdfFile): number[] {
  const { bytes } = file;
  const named = new Set<number>();
  for (const { at, entries, trailer } of file.sections) {
    named.add(at);
    const hidden = trailer.get('XRefStm');
    if (typeof hidden === 'number') named.add(hidden);
    for (const entry of entries.values()) if (entry.kind === 'place' && entry.at < bytes.length) named.add(entry.at);
  }
  const stray: number[] = [];
  let from = 0;
  for (const at of [...named, bytes.length].sort((one, other) => one - other)) {
    // The inside of a named object is not searched.
    if (at > from) stray.push(...objectsIn(bytes.range(from, at)));
    from = Math.max(from, endOf(file, at));
  }
  return stray;
}

function objectsIn(bytes: Buffer): number[] {
  const found = bytes.toString('latin1').matchAll(/(?<![^\0\t\n\f\r ])(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+obj(?![A-Za-z0-9])/g);
  return [...found].map(([, number]) => Number(number));
}

function endOf(file: PdfFile, at: number): number {
  if (at >= file.bytes.length) return at;
  try {
    return file.endOf(at);
  } catch (thrown) {
    if (!(thrown instanceof PdfFault)) throw thrown;
    // A table, or a damaged object: the bytes after its header are searched.
    const header = /^[\0\t\n\f\r ]*\d+[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+obj/.exec(file.bytes.range(at, at + 64).toString('latin1'));
    return at + (header?.[0].length ?? 1);
  }
}
