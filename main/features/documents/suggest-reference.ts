/** Suggests the reference number of a document, which the clerk can change. */
import { parse } from 'node:path';

/** Returns the file name without extension, with ` (2)`, ` (3)`, … if it is taken. Composed (NFC), since it is sent to the provider. */
export function suggestReference(fileName: string, taken: ReadonlySet<string>): string {
  const base = parse(fileName).name.normalize('NFC').trim();
  let candidate = base;
  for (let number = 2; taken.has(candidate); number++) candidate = `${base} (${number})`;
  return candidate;
}
