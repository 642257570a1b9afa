/** Small PDFs that are really signed, and updates of them, written by hand so that the test determines every byte. */
import { detachedSignature, signerOfProcess } from '../doors/verification.ts';
import { writtenPdf } from './pdfs.ts';

/** Text of objects by their number; null frees one. */
export type Objects = Readonly<Record<number, string | null>>;

/** Room for the CMS signature, in hexadecimal digits. */
const room = 8192;
const placeholder = `<${'0'.repeat(room)}>`;
const range = '/ByteRange [0 0000000000 0000000000 0000000000]';

/** `1` catalog, `2` page tree, `3` page, `4` its content, `5` a form with `6`, a text field that is on the page. */
export const contract = (): Buffer => Buffer.from(writtenPdf(contractObjects), 'latin1');

/** A content stream that shows the text. */
export function pageContent(text: string): string {
  const shown = `BT /F1 18 Tf 60 300 Td (${text}) Tj ET`;
  return `<< /Length ${shown.length} >>\nstream\n${shown}\nendstream`;
}

export const contractObjects: readonly string[] = [
  '<< /Type /Catalog /Pages 2 0 R /AcroForm 5 0 R >>',
  '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R /Annots [6 0 R] >>',
  pageContent('Contract'),
  '<< /Fields [6 0 R] >>',
  '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Place) /Rect [20 20 120 40] /P 3 0 R >>',
];

/** A file of these objects, by their numbers from 1 on; those in between are null. */
export const numberedPdf = (objects: Readonly<Record<number, string>>): Buffer =>
  Buffer.from(
    writtenPdf(Array.from({ length: Math.max(...Object.keys(objects).map(Number)) }, (_, at) => objects[at + 1] ?? 'null')),
    'latin1',
  );

/** Appends a revision; `trailer` is added to Size, Root and Prev. */
export function updated(file: Uint8Array, objects: Objects, trailer = ''): Buffer {
  const start = Buffer.from(file).toString('latin1');
  const previous = [...start.matchAll(/startxref\s+(\d+)\s+%%EOF/g)].at(-1)?.[1] ?? '0';
  let text = start;
  const sections: string[] = [];
  let size = 0;
  for (const [number, object] of Object.entries(objects)) {
    const at = String(text.length).padStart(10, '0');
    sections.push(`${number} 1\n${object === null ? '0000000000 65535 f ' : `${at} 00000 n `}\n`);
    if (object !== null) text += `${number} 0 obj\n${object}\nendobj\n`;
    size = Math.max(size, Number(number) + 1);
  }
  const xref = `xref\n${sections.join('')}trailer\n<< /Size ${Math.max(size, 20)} /Root 1 0 R /Prev ${previous} ${trailer} >>\n`;
  return Buffer.from(`${text}${xref}startxref\n${text.length}\n%%EOF\n`, 'latin1');
}

export const signatureField = (name: string, value: number, more = '/Rect [150 40 250 80]'): string =>
  `<< /Type /Annot /Subtype /Widget /FT /Sig /T (${name}) /V ${value} 0 R /P 3 0 R /F 132 ${more} >>`;

export const signatureDictionary = (more = ''): string =>
  `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached ${range} /Contents ${placeholder} ${more} >>`;

/** The objects that an update needs to sign the contract: a field `7` on the page, its value `8`. */
export const signing = (more: { field?: string; value?: string } = {}): Objects => ({
  3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R /Annots [6 0 R 7 0 R] >>',
  5: '<< /Fields [6 0 R 7 0 R] /SigFlags 3 >>',
  7: signatureField('Signature', 8, more.field),
  8: signatureDictionary(more.value),
});

/** A second signature, `9` with its value `10`. */
export const signingAgain = (): Objects => ({
  3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R /Annots [6 0 R 7 0 R 9 0 R] >>',
  5: '<< /Fields [6 0 R 7 0 R 9 0 R] /SigFlags 3 >>',
  9: signatureField('Second', 10, '/Rect [20 100 120 140]'),
  10: signatureDictionary(),
});

export type MakeCms = (covered: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;

const byProcess: MakeCms = async (covered) => detachedSignature(covered, await signerOfProcess(), new Date());

/** Fills the last placeholder of the file with the signature of everything around it. */
export async function filled(file: Uint8Array, makeCms: MakeCms = byProcess): Promise<Buffer> {
  const bytes = Buffer.from(file);
  const start = bytes.lastIndexOf(placeholder);
  const end = start + placeholder.length;
  const numbers = [start, end, bytes.length - end].map((number) => String(number).padStart(10, '0'));
  bytes.write(`/ByteRange [0 ${numbers.join(' ')}]`, bytes.lastIndexOf(range, start), 'latin1');
  const covered = new Uint8Array(Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]));
  bytes.write(Buffer.from(await makeCms(covered)).toString('hex'), start + 1, 'latin1');
  return bytes;
}

/** The contract, signed by an appended update. */
export const signedContract = (more: Parameters<typeof signing>[0] = {}, makeCms?: MakeCms): Promise<Buffer> =>
  filled(updated(contract(), signing(more)), makeCms);

/** The certificate of a signer, usable as a trusted root of a machine. */
export function pemOf({ certificate }: Awaited<ReturnType<typeof signerOfProcess>>): string {
  const der = Buffer.from(certificate.toSchema().toBER()).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${der}\n-----END CERTIFICATE-----`;
}

/** A signed file with another value over the bytes that its one byte range names; the rest of the room is zeros, as before. */
export async function signedAgain(file: Buffer, makeCms: MakeCms): Promise<Buffer> {
  const range = /\/ByteRange \[0 (\d+) (\d+) (\d+) *\]/.exec(file.toString('latin1'));
  const [start, end] = [Number(range?.[1]), Number(range?.[2])];
  const bytes = Buffer.from(file);
  const value = Buffer.from(await makeCms(new Uint8Array(Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)])))).toString('hex');
  bytes.write(value.padEnd(end - start - 2, '0'), start + 1, 'latin1');
  return bytes;
}
