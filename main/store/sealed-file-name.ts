/** Names of sealed files on disk: `<kind>.<owner>.<id>.sealed`; pure. */
import { randomUUID } from 'node:crypto';
import { type SealedKind, type SealedName, sealedKinds } from './sealed-files.ts';

const kinds: readonly string[] = sealedKinds;

// Lower case only: some file systems do not tell the cases apart.
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const pattern = new RegExp(`^(${kinds.join('|')})\\.(${uuid})\\.(${uuid})\\.sealed$`);
const partPattern = new RegExp(`\\.${uuid}\\.part$`);

/** @throws Error for anything but UUIDs: no name leads out of the folder */
export function nameOf({ kind, owner, id }: SealedName): string {
  const name = `${kind}.${owner}.${id}.sealed`;
  if (parseName(name) === null) throw new Error('not the name of a sealed file');
  return name;
}

export function parseName(name: string): SealedName | null {
  const [, kind, owner, id] = pattern.exec(name) ?? [];
  return isKind(kind) && owner && id ? { kind, owner, id } : null;
}

function isKind(text: string | undefined): text is SealedKind {
  return text !== undefined && kinds.includes(text);
}

/** Where it is written until it is complete; another each time. */
export function partOf(path: string): string {
  return `${path}.${randomUUID()}.part`;
}

export function isPart(name: string): boolean {
  return partPattern.test(name) && parseName(name.replace(partPattern, '')) !== null;
}
