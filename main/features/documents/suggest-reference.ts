/** The reference number that a document gets until the clerk gives it another. */
import { parse } from 'node:path';

/** The file's name without extension; ` (2)`, ` (3)`, … where the list has it already. Composed (NFC), since it goes to the provider. */
export function suggestReference(fileName: string, taken: ReadonlySet<string>): string {
  const base = parse(fileName).name.normalize('NFC').trim();
  let candidate = base;
  for (let number = 2; taken.has(candidate); number++) candidate = `${base} (${number})`;
  return candidate;
}
