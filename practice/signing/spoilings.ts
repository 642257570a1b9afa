/** The wrong files that the provider may return: one table entry each. */
import { deflateSync, inflateSync } from 'node:zlib';
import { PDFArray, PDFDocument, PDFName, type PDFObject, PDFRawStream } from '@cantoo/pdf-lib';
import { ContentInfo, SignedData } from 'pkijs';
import type { SigningStyle, WrongFile } from '../behaviour.ts';
import { signerOfProcess } from './certificate.ts';
import { type OpenPdf, openPdf, Unsignable } from './open-pdf.ts';
import { addPageBeforeLast, dropPage, writeOver } from './page-edits.ts';
import { pageFacts } from './page-facts.ts';
import { type Place, type SignSteps, signPdf, updatePdf } from './sign-pdf.ts';

export type Ready = { open: OpenPdf; place: Place };

/** `from`: the document to sign, and where; no place, no signature. `after`: changes the signed file. */
type Spoiling = Pick<SignSteps, 'edit' | 'leftOut' | 'value'> & {
  from?: (ready: Ready) => { open: OpenPdf; place: Place | null } | Promise<Ready>;
  after?: (file: Buffer, ready: Ready) => Uint8Array | Promise<Uint8Array>;
};

const at = (to: (place: Place) => Place): Spoiling => ({ from: ({ open, place }) => ({ open, place: to(place) }) });

/** `swapped` and `same-file` choose another document of the call; `sign-documents.ts` does that. */
type OfOneDocument = Exclude<WrongFile, 'swapped' | 'same-file'>;

const spoilings: Readonly<Record<OfOneDocument, Spoiling>> = {
  'other-pdf': { from: otherContract },
  original: { after: (_file, { open }) => open.bytes },
  'unsigned-pdf': { from: ({ open }) => ({ open, place: null }) },
  'broken-cms': { value: flipped },
  'cut-cms': { value: (cms) => Buffer.concat([cms.subarray(0, cms.length / 2), Buffer.alloc(cms.length / 2)]) },
  'zeroed-cms': { value: (cms) => Buffer.alloc(cms.length) },
  'wrong-byte-range': { leftOut: 20 },
  'altered-text': { after: (file, { place }) => withOtherLetter(file, place) },
  'altered-later': { after: async (file) => updatePdf(await openPdf(file), writeOver) },
  'other-page': at(otherPage),
  'other-place': at(elsewhere),
  invisible: at(({ page }) => ({ page, rect: { left: 0, bottom: 0, right: 0, top: 0 } })),
  'dropped-page': { edit: dropPage },
  'added-page': { edit: addPageBeforeLast },
  'extra-signature': { after: (file, { place, open }) => signedAgain(file, elsewhere(place), open.pdf.getPages().indexOf(place.page)) },
};

export const isWrongFile = (name: string): name is WrongFile => isOfOneDocument(name) || name === 'swapped' || name === 'same-file';
export const isOfOneDocument = (name: string): name is OfOneDocument => Object.hasOwn(spoilings, name);

/** @throws Unsignable for a document that cannot be spoiled like this */
export async function signedFile(ready: Ready, style: SigningStyle, wrong: OfOneDocument | null): Promise<Buffer> {
  const { from, after, ...steps } = wrong === null ? {} : spoilings[wrong];
  const { open, place } = (await from?.(ready)) ?? ready;
  const file = Buffer.from(await signPdf(open, place, await signerOfProcess(style.key), { style, ...steps }));
  return Buffer.from((await after?.(file, ready)) ?? file);
}

/** As many pages, of the same sizes, with other words. */
async function otherContract({ open, place }: Ready): Promise<Ready> {
  const pdf = await PDFDocument.create();
  for (const page of open.pdf.getPages()) {
    const { width, height } = page.getMediaBox();
    pdf.addPage([width, height]).drawText('Otro contrato, de otra persona / another contract', { x: 30, y: height / 2, size: 12 });
  }
  const other = await openPdf(await pdf.save());
  return { open: other, place: { page: other.pdf.getPage(open.pdf.getPages().indexOf(place.page)), rect: place.rect } };
}

function flipped(cms: Buffer): Buffer {
  const { content } = ContentInfo.fromBER(new Uint8Array(cms));
  const value = new SignedData({ schema: content }).signerInfos[0]?.signature.getValue() ?? new ArrayBuffer(0);
  const copy = Buffer.from(cms);
  const middle = copy.indexOf(Buffer.from(value)) + value.byteLength / 2;
  copy.writeUInt8(copy.readUInt8(middle) ^ 1, middle);
  return copy;
}

function otherPage({ page, rect }: Place): Place {
  const other = page.doc.getPages().find(({ ref }) => ref !== page.ref);
  if (!other) throw new Unsignable('practice: the document has one page only');
  return { page: other, rect };
}

/** On the other side of the page's centre and half as large, so that it is never in the requested place. */
function elsewhere({ page, rect }: Place): Place {
  const { cropBox } = pageFacts(page);
  const [x, y] = [cropBox.left + cropBox.right - rect.right, cropBox.bottom + cropBox.top - rect.top];
  return { page, rect: { left: x, bottom: y, right: x + (rect.right - rect.left) / 2, top: y + (rect.top - rect.bottom) / 2 } };
}

async function signedAgain(file: Buffer, { rect }: Place, page: number): Promise<Uint8Array> {
  const open = await openPdf(file);
  return signPdf(open, { page: open.pdf.getPage(page), rect }, await signerOfProcess('ecdsa'), { unmarked: true });
}

/** Alters one text of the page's content; the length of the stream's data stays the same. */
function withOtherLetter(file: Buffer, { page }: Place): Buffer {
  for (const stream of contentOf(page.node.lookup(PDFName.of('Contents')))) {
    const data = Buffer.from(stream.getContents());
    const start = file.indexOf(data);
    const isPacked = stream.dict.lookup(PDFName.of('Filter')) === PDFName.of('FlateDecode');
    if (start === -1 || data.length === 0) continue;
    for (const altered of otherLetters(isPacked ? inflateSync(data) : data)) {
      const written = isPacked ? deflateSync(altered, { level: 9 }) : altered;
      if (written.length <= data.length)
        return Buffer.concat([
          file.subarray(0, start),
          written,
          Buffer.alloc(data.length - written.length),
          file.subarray(start + data.length),
        ]);
    }
  }
  throw new Unsignable('practice: the page has no text that can be altered');
}

/** Yields the content with another letter in its first text, its second, … */
function* otherLetters(content: Buffer): Generator<Buffer> {
  for (const { index, 0: shown } of content
    .toString('latin1')
    .matchAll(/\([^()\\]*[A-Za-z0-9][^()\\]*\)\s*Tj|<(?:[0-9A-Fa-f]{2})+>\s*Tj/g)) {
    const altered = Buffer.from(content);
    const letter = index + (shown.startsWith('<') ? 2 : shown.search(/[A-Za-z0-9]/));
    const [sign] = shown.startsWith('<')
      ? (Number.parseInt(shown.charAt(2), 16) ^ 1).toString(16)
      : String.fromCharCode(altered.readUInt8(letter) ^ 1);
    altered.write(sign ?? '', letter, 'latin1');
    yield altered;
  }
}

function contentOf(contents: PDFObject | undefined): PDFRawStream[] {
  const parts = contents instanceof PDFArray ? Array.from({ length: contents.size() }, (_, index) => contents.lookup(index)) : [contents];
  return parts.filter((part) => part instanceof PDFRawStream);
}
