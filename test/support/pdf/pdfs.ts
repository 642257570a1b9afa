/**
 * Makes small real PDFs for tests, most of them with pdf-lib, so that the repository has no binary files and no external program is
 * needed. Each function returns bytes or text; `writeFile` writes them into a folder.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile as write } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { PDFDocument, PDFHexString, PDFName, PDFNumber, type PDFPage, PDFString, StandardFonts } from '@cantoo/pdf-lib';
import type { Box, Rotation } from '../doors/domain.ts';

/** Makes a folder for a test; `remove` deletes the folder after the test. */
export async function temporaryFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'station-test-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

export async function writeFile(folder: string, name: string, bytes: Uint8Array | string): Promise<string> {
  const path = join(folder, name);
  await write(path, bytes);
  return path;
}

export type PageShape = {
  mediaBox?: Box;
  cropBox?: Box;
  /** Degrees, written unchanged: -90, 450 and 45 are possible too. */
  rotation?: Rotation | number;
  userUnit?: number;
};

const a4: Box = { left: 0, bottom: 0, right: 595, top: 842 };

/** Makes a text page of each shape: "Page N of M" and a few lines. */
export async function shapedPdf(shapes: readonly PageShape[], title = 'Contract'): Promise<Uint8Array> {
  return (await shapedDocument(shapes, title)).save();
}

async function shapedDocument(shapes: readonly PageShape[], title: string): Promise<PDFDocument> {
  const document = await PDFDocument.create();
  document.setTitle(title);
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const [index, shape] of shapes.entries()) {
    const page = document.addPage();
    shapePage(page, shape);
    const inside = shape.cropBox ?? shape.mediaBox ?? a4;
    const lines = [`${title}`, `Page ${index + 1} of ${shapes.length}`, 'The parties agree on what is written here.'];
    page.drawText(lines.join('\n'), { x: inside.left + 40, y: inside.top - 60, size: 14, lineHeight: 20, font });
  }
  return document;
}

function shapePage(page: PDFPage, { mediaBox = a4, cropBox, rotation = 0, userUnit }: PageShape): void {
  const size = (box: Box) => [box.left, box.bottom, box.right - box.left, box.top - box.bottom] as const;
  page.setMediaBox(...size(mediaBox));
  if (cropBox) page.setCropBox(...size(cropBox));
  if (rotation !== 0) page.node.set(PDFName.of('Rotate'), PDFNumber.of(rotation));
  if (userUnit !== undefined) page.node.set(PDFName.of('UserUnit'), PDFNumber.of(userUnit));
}

export const plainPdf = (pages = 1, title?: string) =>
  shapedPdf(
    Array.from({ length: pages }, (): PageShape => ({})),
    title,
  );
/** Makes one page, and an unused stream of `bytes` random bytes. */
export async function paddedPdf(bytes: number): Promise<Uint8Array> {
  const document = await shapedDocument([{}], 'Contract');
  document.context.register(document.context.stream(randomBytes(bytes)));
  return document.save();
}

/** Makes pages that are slow to draw, and so to compare, even on a fast machine: each page has the same curves. */
export async function slowPdf(pages: number, curves = 150): Promise<Uint8Array> {
  const document = await shapedDocument(
    Array.from({ length: pages }, (): PageShape => ({})),
    'Slow contract',
  );
  const place = (n: number) => `${(n * 73) % 595} ${(n * 151) % 842}`;
  const lines = Array.from({ length: curves }, (_, n) => `${place(n)} m ${place(n + 1)} ${place(n + 2)} ${place(n + 3)} c S`);
  const drawing = document.context.register(document.context.flateStream(lines.join('\n')));
  for (const page of document.getPages()) page.node.addContentStream(drawing);
  return document.save();
}
export const rotatedPdf = (rotation: Rotation = 90) => shapedPdf([{ rotation }], 'Rotated contract');
/** Crop box smaller than the media box and away from its corner; the media box does not begin at zero either. */
export const croppedPdf = () =>
  shapedPdf(
    [{ mediaBox: { left: -50, bottom: -20, right: 650, top: 880 }, cropBox: { left: 30, bottom: 60, right: 600, top: 800 } }],
    'Cropped contract',
  );
export const userUnitPdf = (userUnit = 2) =>
  shapedPdf([{ mediaBox: { left: 0, bottom: 0, right: 300, top: 400 }, userUnit }], 'Large-format contract');

/** Makes a PDF that needs `password` to open (AES-256) and grants only these permissions. */
export async function protectedPdf(password = 'secret', permissions: Permissions = {}): Promise<Uint8Array> {
  const document = await shapedDocument([{}], 'Protected contract');
  await document.encrypt({ userPassword: password, ownerPassword: `${password}-owner`, permissions });
  return document.save();
}

/** The user password is not empty, but the owner's is, so that no password has to be typed. */
export async function ownerOpensPdf(): Promise<Uint8Array> {
  const document = await shapedDocument([{}], 'Owner contract');
  // An empty `String` object counts as set; pdf-lib replaces a plain empty text by the user's password.
  const ownerPassword: string = Object('');
  await document.encrypt({ userPassword: 'secret', ownerPassword, permissions: { modifying: true, annotating: true } });
  return document.save();
}

export type Permissions = { modifying?: boolean; annotating?: boolean; fillingForms?: boolean };

/** Opens without a password; only these permissions are granted. */
export async function restrictedPdf(permissions: Permissions = {}): Promise<Uint8Array> {
  const document = await shapedDocument([{}], 'Restricted contract');
  await document.encrypt({ ownerPassword: 'owner', userPassword: '', permissions: { printing: 'highResolution', ...permissions } });
  return document.save();
}

/** Makes a PDF of these objects; the first one (`1 0 obj`) is the catalog. */
export function writtenPdf(objects: readonly string[], trailer = '/Root 1 0 R'): string {
  const offsets: string[] = [];
  let text = '%PDF-1.7\n';
  for (const [index, object] of objects.entries()) {
    offsets.push(`${String(Buffer.byteLength(text)).padStart(10, '0')} 00000 n \n`);
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const size = objects.length + 1;
  const xref = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  return `${text}${xref}trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${Buffer.byteLength(text)}\n%%EOF\n`;
}

const onePage = ['<< /Type /Pages /Count 1 /Kids [3 0 R] >>', '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] >>'];

/** The catalog's `Pages` is an action, not a page tree. */
export const treelessPdf = () => writtenPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /S /JavaScript /JS (0) >>']);

/**
 * An XFA form over a page that says "Please wait". `dynamic`: laid out when it opens; `static`: in addition to the file's page;
 * `unlaid`: dynamic, and without anything that could be laid out.
 */
export function xfaPdf(kind: 'dynamic' | 'static' | 'unlaid', text = 'The buyer pays on the first of each month.'): string {
  const draw = `<subform layout="tb"><draw w="400pt" h="20pt"><font typeface="Helvetica"/><value><text>${text}</text></value></draw></subform>`;
  const xml = `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/3.3/">
<subform name="form1" layout="tb"><pageSet><pageArea><contentArea x="36pt" y="36pt" w="540pt" h="720pt"/>
<medium stock="custom" short="612pt" long="792pt"/></pageArea></pageSet>${kind === 'unlaid' ? '' : draw}</subform></template>
<config xmlns="http://www.xfa.org/schema/xci/3.0/"><acrobat><acrobat7><dynamicRender>${kind === 'static' ? 'forbidden' : 'required'}</dynamicRender>
</acrobat7></acrobat></config></xdp:xdp>`;
  const shown = 'BT /F1 18 Tf 60 700 Td (Please wait) Tj ET';
  return writtenPdf([
    `<< /Type /Catalog /Pages 2 0 R ${kind === 'static' ? '' : '/NeedsRendering true'} /AcroForm << /Fields [] /XFA 5 0 R >> >>`,
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 6 0 R >> >> >>',
    `<< /Length ${shown.length} >>\nstream\n${shown}\nendstream`,
    `<< /Length ${Buffer.byteLength(xml)} >>\nstream\n${xml}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]);
}

/** Only embedded files are encrypted; the password is needed when one is opened (`EFOpen`), or at once (`DocOpen`). */
export const encryptedAttachmentsPdf = (event: 'EFOpen' | 'DocOpen', permissions = -4) =>
  writtenPdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      ...onePage,
      `<< /Filter /Standard /V 5 /R 6 /Length 256 /P ${permissions} /O <${'ab'.repeat(48)}> /U <${'cd'.repeat(48)}> /OE <${'ef'.repeat(32)}>
/UE <${'01'.repeat(32)}> /Perms <${'23'.repeat(16)}> /CF << /StdCF << /CFM /AESV3 /AuthEvent /${event} /Length 32 >> >>
/StmF /Identity /StrF /Identity /EFF /StdCF >>`,
    ],
    `/Root 1 0 R /Encrypt 4 0 R /ID [<${'45'.repeat(16)}> <${'45'.repeat(16)}>]`,
  );

/** A page tree that names the same page `count` times. */
export const manyPagesPdf = (count: number) =>
  writtenPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${count} /Kids [${'3 0 R '.repeat(count)}] >>`,
    onePage[1] ?? '',
  ]);

/** Has the right header and end, and nothing readable between. */
export const damagedPdf = () => `%PDF-1.7\n${'this is not an object\n'.repeat(40)}\nstartxref\n12\n%%EOF\n`;

/** Cut off in the middle, as a broken download is. */
export async function truncatedPdf(): Promise<Uint8Array> {
  const bytes = await plainPdf(3);
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}

/** A PDF whose last line is missing; its pages can be read. */
export async function withoutEndMark(): Promise<Uint8Array> {
  const bytes = Buffer.from(await plainPdf(3));
  return bytes.subarray(0, bytes.lastIndexOf('%%EOF'));
}

/** A readable PDF without a single page. */
export async function pagelessPdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  return document.save({ addDefaultPage: false });
}

/** Pages that are one full-page picture each, without text. */
export async function scanPdf(pages = 1): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const image = await document.embedPng(scanPng(248, 351));
  for (let number = 0; number < pages; number++) {
    document.addPage([a4.right, a4.top]).drawImage(image, { x: 0, y: 0, width: a4.right, height: a4.top });
  }
  return document.save();
}

export type SignatureShape = {
  field: string;
  rect: Box;
  /** DocMDP level; makes the signature a certification. */
  certification?: 1 | 2 | 3;
  /** An empty field that is still to be signed. */
  empty?: boolean;
};

/**
 * Makes a PDF with signature fields on its last page. The structure is that of a signed document, but the signature values are zeros
 * and not valid signatures; the practice provider makes valid ones.
 */
export async function signedPdf(signatures: readonly SignatureShape[], pages = 1): Promise<Uint8Array> {
  const document = await shapedDocument(
    Array.from({ length: pages }, () => ({})),
    'Signed contract',
  );
  const { context, catalog } = document;
  const page = document.getPage(pages - 1);
  const fields = signatures.map((signature) => {
    const value = context.register(
      context.obj({
        Type: 'Sig',
        Filter: 'Adobe.PPKLite',
        SubFilter: 'adbe.pkcs7.detached',
        ByteRange: [0, 0, 0, 0],
        Contents: PDFHexString.of('00'.repeat(64)),
        ...(signature.certification === undefined
          ? {}
          : { Reference: [{ TransformMethod: 'DocMDP', TransformParams: { P: signature.certification, V: '1.2' } }] }),
      }),
    );
    if (signature.certification !== undefined) catalog.set(PDFName.of('Perms'), context.obj({ DocMDP: value }));
    const { left, bottom, right, top } = signature.rect;
    const widget = context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFString.of(signature.field),
      Rect: [left, bottom, right, top],
      P: page.ref,
      F: 132,
      ...(signature.empty ? {} : { V: value }),
    });
    const ref = context.register(widget);
    page.node.addAnnot(ref);
    return ref;
  });
  catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: fields, SigFlags: 3 }));
  return document.save();
}

/** Certified; with level 1 no change at all is allowed. */
export const certifiedPdf = (level: 1 | 2 | 3 = 1) =>
  signedPdf([{ field: 'Certification', rect: { left: 40, bottom: 40, right: 200, top: 90 }, certification: level }]);

/** Writes the five documents of the end-to-end tests into a folder, and returns the path of each. */
export async function fiveContracts(folder: string) {
  return {
    rotated: await writeFile(folder, '1 rotated.pdf', await rotatedPdf(90)),
    cropped: await writeFile(folder, '2 cropped.pdf', await croppedPdf()),
    protected: await writeFile(folder, '3 protected.pdf', await protectedPdf()),
    corrupted: await writeFile(folder, '4 corrupted.pdf', damagedPdf()),
    long: await writeFile(folder, '10 fourteen pages.pdf', await plainPdf(14, 'Long contract')),
  };
}

/** A grey-scale PNG with lines that look like text from afar. */
function scanPng(width: number, height: number): Uint8Array {
  const rows = Buffer.alloc((width + 1) * height, 0xee);
  for (let y = 0; y < height; y++) {
    rows[y * (width + 1)] = 0; // filter of the row: none
    if (y > 30 && y % 12 < 3) rows.fill(0x33, y * (width + 1) + 25, y * (width + 1) + width - 25);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8); // 8 bits, grey
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(rows)), pngChunk('IEND', Buffer.alloc(0))]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
