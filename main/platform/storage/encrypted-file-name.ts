/** Names of encrypted files on disk: `<kind>.<owner>.<id>.encrypted`; pure. */
import { randomUUID } from 'node:crypto';
import { type EncryptedKind, type EncryptedName, encryptedKinds } from './encrypted-files.ts';

const kinds: readonly string[] = encryptedKinds;

// Lower case only: some file systems do not tell the cases apart.
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const pattern = new RegExp(`^(${kinds.join('|')})\\.(${uuid})\\.(${uuid})\\.encrypted$`);
const partPattern = new RegExp(`\\.${uuid}\\.part$`);

/** @throws Error for anything but UUIDs: no name leads out of the folder */
export function nameOf({ kind, owner, id }: EncryptedName): string {
  const name = `${kind}.${owner}.${id}.encrypted`;
  if (parseName(name) === null) throw new Error('not the name of an encrypted file');
  return name;
}

export function parseName(name: string): EncryptedName | null {
  const [, kind, owner, id] = pattern.exec(name) ?? [];
  return isKind(kind) && owner && id ? { kind, owner, id } : null;
}

function isKind(text: string | undefined): text is EncryptedKind {
  return text !== undefined && kinds.includes(text);
}

/** Where it is written until it is complete; another each time. */
export function partOf(path: string): string {
  return `${path}.${randomUUID()}.part`;
}

export function isPart(name: string): boolean {
  return partPattern.test(name) && parseName(name.replace(partPattern, '')) !== null;
}
