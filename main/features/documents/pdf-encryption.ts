/** Opens a PDF with its encryption (ISO 32000-2, 7.6). Runs in the worker only. */
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib';
import type { ProblemCode } from '../../../shared/errors.ts';
import type { ViewerPatch } from './viewer-patch.ts';

export type OpenedPdf = { document: PDFDocument; encrypted: boolean; forbidsChanges: boolean; patches: ViewerPatch[] };

/**
 * Permission bits that a new visible signature needs (ISO 32000-1, table 22): bit 6 "add or modify
 * annotations" and, with it, bit 4 "modify contents", because only both together allow *creating* a
 * signature field. Bit 9 (filling existing fields) is not enough: the provider puts a new one where the clerk says.
 */
const mayAddSignature = 0b10_1000;

const options = { updateMetadata: false, parseSpeed: Number.POSITIVE_INFINITY };

export type NotOpened = Extract<ProblemCode, 'pdf-password' | 'pdf-password-wrong' | 'pdf-encryption-unknown'>;

/** Opens a PDF, with its password if it needs one. @throws Error when the file cannot be parsed */
export async function openPdf(bytes: Uint8Array, password: string | null): Promise<OpenedPdf | NotOpened> {
  const document = await PDFDocument.load(bytes, { ...options, ignoreEncryption: true });
  const encryption = document.context.lookup(document.context.trailerInfo.Encrypt);
  if (!(encryption instanceof PDFDict)) return { document, encrypted: false, forbidsChanges: false, patches: [] };
  // Other handlers (certificates, rights servers) take no password.
  if (entry(encryption, 'Filter') !== PDFName.of('Standard')) return 'pdf-encryption-unknown';
  const permissions = entry(encryption, 'P');
  const forbidsChanges = !(permissions instanceof PDFNumber && (permissions.asNumber() & mayAddSignature) === mayAddSignature);
  const opened = { encrypted: true, forbidsChanges };
  if (onlyAttachmentsEncrypted(encryption)) return { ...opened, document, patches: withoutEncryptKeys(bytes) };

  // In UTF-8 with its characters in one form (RFC 4013), or as typed.
  const forms = password === null ? [''] : [...new Set([password.normalize('NFKC'), password])];
  for (const form of forms) {
    const found = await decrypted(bytes, form);
    if (found !== null) return { ...opened, document: found, patches: [] };
  }
  const update = withEmptyUserPassword(document, encryption, bytes);
  if (update !== null) {
    const found = await decrypted(Buffer.concat([bytes, update.bytes]), '');
    if (found !== null) return { ...opened, document: found, patches: [update] };
  }
  return password === null ? 'pdf-password' : 'pdf-password-wrong';
}

async function decrypted(bytes: Uint8Array, password: string): Promise<PDFDocument | null> {
  try {
    return await PDFDocument.load(bytes, { ...options, password });
  } catch (error) {
    if (error instanceof Error && (error.message === 'NEEDS PASSWORD' || error.message === 'Password incorrect')) return null;
    throw error;
  }
}

/** Whether streams and strings are not encrypted, and only embedded files need the password. */
function onlyAttachmentsEncrypted(encryption: PDFDict): boolean {
  const version = entry(encryption, 'V');
  if (!(version instanceof PDFNumber && version.asNumber() >= 4)) return false;
  return ['StmF', 'StrF'].every((name) => (entry(encryption, name) ?? PDFName.of('Identity')) === PDFName.of('Identity'));
}

/** Hides the encryption in all trailers: otherwise pdf.js asks for the password of the attachments before it shows a page. */
function withoutEncryptKeys(bytes: Uint8Array): ViewerPatch[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const patches: ViewerPatch[] = [];
  for (let at = file.indexOf('/Encrypt'); at !== -1; at = file.indexOf('/Encrypt', at + 1)) {
    const next = file[at + '/Encrypt'.length] ?? 0;
    // Only the whole name: a space or a delimiter follows it.
    if (next <= 0x20 || next === 0x3c) patches.push({ at, bytes: Buffer.from('/Ignored') });
  }
  return patches;
}

/**
 * Returns an update with the same file key under an empty user password. With an empty *owner* password the file opens
 * without a password, but pdf.js tries only an empty user password. Null when the owner password is not empty, and for
 * revisions before 5: their writers replace an empty owner password with the user password.
 */
function withEmptyUserPassword(document: PDFDocument, encryption: PDFDict, bytes: Uint8Array): ViewerPatch | null {
  const revision = entry(encryption, 'R');
  const [owner, ownerKey, user] = ['O', 'OE', 'U'].map((name) => stringBytes(encryption, name));
  if (!(revision instanceof PDFNumber) || !owner || !ownerKey || !user) return null;
  if (revision.asNumber() < 5 || owner.length < 48 || ownerKey.length !== 32 || user.length < 48) return null;
  const hash = revision.asNumber() === 5 ? shortHash : longHash;
  const userPart = user.subarray(0, 48);
  if (!hash(owner.subarray(32, 40), userPart).equals(owner.subarray(0, 32))) return null;
  const iv = Buffer.alloc(16);
  const key = createDecipheriv('aes-256-cbc', hash(owner.subarray(40, 48), userPart), iv)
    .setAutoPadding(false)
    .update(ownerKey);
  // Any salts will do: an empty password protects nothing.
  const salt = Buffer.alloc(8);
  const none = Buffer.alloc(0);
  const userKey = createCipheriv('aes-256-cbc', hash(salt, none), iv).setAutoPadding(false).update(key);
  const updated = encryption.clone();
  updated.set(PDFName.of('U'), PDFHexString.of(Buffer.concat([hash(salt, none), salt, salt]).toString('hex')));
  updated.set(PDFName.of('UE'), PDFHexString.of(userKey.toString('hex')));
  const { context } = document;
  const { Root, ID } = context.trailerInfo;
  const sizeEntry = context.largestObjectNumber + 1;
  const previous = lastStartxref(bytes);
  const text = `\nxref\n0 0\ntrailer\n<< /Size ${sizeEntry} /Root ${Root} ${ID ? `/ID ${ID}` : ''} /Encrypt ${updated} /Prev ${previous} >>\nstartxref\n${bytes.length + 1}\n%%EOF\n`;
  return { at: bytes.length, bytes: Buffer.from(text, 'latin1') };
}

const entry = (dict: PDFDict, name: string) => dict.lookup(PDFName.of(name));

/** Returns the position of the file's own cross-reference. */
function lastStartxref(bytes: Uint8Array): number {
  const tail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(-65_536).toString('latin1');
  return Number(/^[\s\S]*startxref\s+(\d+)/.exec(tail)?.[1] ?? 0);
}

function stringBytes(dict: PDFDict, name: string): Buffer | null {
  const value = entry(dict, name);
  return value instanceof PDFString || value instanceof PDFHexString ? Buffer.from(value.asBytes()) : null;
}

const sha = (name: string, ...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash(name);
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Returns the hash of an empty password for revision 5. */
const shortHash = (salt: Uint8Array, user: Uint8Array): Buffer => sha('sha256', salt, user);

/** Returns the hash of an empty password for revision 6 (ISO 32000-2, algorithm 2.B). */
function longHash(salt: Uint8Array, user: Uint8Array): Buffer {
  let key = sha('sha256', salt, user);
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const block = Buffer.concat([key, user]);
    const input = Buffer.concat(Array.from({ length: 64 }, () => block));
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const output = cipher.update(input);
    // The first 16 bytes as one number, modulo 3: 256 is 1 modulo 3, so their sum will do.
    const rest = output.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = sha(['sha256', 'sha384', 'sha512'][rest] ?? '', output);
    last = output.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}
