/** Kinds and names of encrypted files; on disk a file is `<kind>.<owner>.<id>.encrypted`. Pure. */
import { randomUUID } from 'node:crypto';

/**
 * `original`: a document to send; `received`: a text of an answer, unchanged; `decoded`: the bytes of that text.
 * The owner of these is the document, of `received` the attempt.
 * `record`: a picture, video or document of a transaction record, its owner; `visit`: a copy of a document, original or
 * signed, that a visit stores, its owner. `published`: a document that the provider may fetch, its owner the publication.
 * `quarantined`: a quarantined body of the web service, its owner the item of the inbox.
 */
export const encryptedKinds = ['original', 'received', 'decoded', 'record', 'visit', 'published', 'quarantined'] as const;
export type EncryptedKind = (typeof encryptedKinds)[number];
export type EncryptedName = { kind: EncryptedKind; owner: string; id: string };
/** Size in bytes and SHA-256 (lower-case hex) are of the content, not of the encrypted file. */
export type EncryptedFile = EncryptedName & { size: number; sha256: string };

const kinds: readonly string[] = encryptedKinds;

// Lower case only: some file systems ignore case.
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const pattern = new RegExp(`^(${kinds.join('|')})\\.(${uuid})\\.(${uuid})\\.encrypted$`);
const partPattern = new RegExp(`\\.${uuid}\\.part$`);

/** Returns the file name. @throws Error for anything but UUIDs, so that no name leads out of the folder */
export function nameOf({ kind, owner, id }: EncryptedName): string {
  const name = `${kind}.${owner}.${id}.encrypted`;
  if (parseName(name) === null) throw new Error('not the name of an encrypted file');
  return name;
}

/** Returns null for a name that `nameOf` does not make. */
export function parseName(name: string): EncryptedName | null {
  const [, kind, owner, id] = pattern.exec(name) ?? [];
  return isKind(kind) && owner && id ? { kind, owner, id } : null;
}

function isKind(text: string | undefined): text is EncryptedKind {
  return text !== undefined && kinds.includes(text);
}

/** Returns a new path for writing the file until it is complete. */
export function partOf(path: string): string {
  return `${path}.${randomUUID()}.part`;
}

export function isPart(name: string): boolean {
  return partPattern.test(name) && parseName(name.replace(partPattern, '')) !== null;
}
