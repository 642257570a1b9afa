/** PDFs that only the viewer's specs need. Every picture is white with a black bar over the middle half of its width. */
import { randomBytes } from 'node:crypto';
import { degrees, type PDFDocument, PDFName, type PDFPage, PDFString, PDFDocument as Pdf, rgb } from '@cantoo/pdf-lib';
import type { Box, Rotation } from '../../../shared/domain/placement/geometry.ts';

export type MarkedPage = { mediaBox: Box; cropBox?: Box; rotation?: Rotation; userUnit?: number; mark: Box };

/** One page with nothing but a black rectangle, whose place in user space is known. */
export async function markedPdf({ mediaBox, cropBox, rotation = 0, userUnit, mark }: MarkedPage): Promise<Uint8Array> {
  const document = await Pdf.create();
  const page = document.addPage();
  page.setMediaBox(mediaBox.left, mediaBox.bottom, mediaBox.right - mediaBox.left, mediaBox.top - mediaBox.bottom);
  const crop = cropBox ?? mediaBox;
  page.setCropBox(crop.left, crop.bottom, crop.right - crop.left, crop.top - crop.bottom);
  page.setRotation(degrees(rotation));
  if (userUnit !== undefined) page.node.set(PDFName.of('UserUnit'), document.context.obj(userUnit));
  page.drawRectangle({ x: mark.left, y: mark.bottom, width: mark.right - mark.left, height: mark.top - mark.bottom, color: rgb(0, 0, 0) });
  return document.save();
}

/** A page with a link out of the document, one within it, one that runs a script, and a text field. */
export async function temptingPdf(): Promise<Uint8Array> {
  const document = await Pdf.create();
  const pages = [document.addPage([595, 842]), document.addPage([595, 842])];
  pages[0]?.drawText('Links', { x: 50, y: 790 });
  const { context } = document;
  const link = (bottom: number, action: Record<string, unknown>) =>
    context.register(
      context.obj({
        Type: 'Annot',
        Subtype: 'Link',
        Rect: [50, bottom, 250, bottom + 40],
        Border: [0, 0, 1],
        ...(action as Record<string, string>),
      }),
    );
  const uri = { Type: 'Action', S: 'URI', URI: PDFString.of('https://elsewhere.example/') };
  const script = { Type: 'Action', S: 'JavaScript', JS: PDFString.of('app.alert("run")') };
  const refs = [
    link(700, { A: context.obj(uri) }),
    link(600, { Dest: context.obj([pages[1]?.ref ?? null, 'Fit']) }),
    link(500, { A: context.obj(script) }),
  ];
  for (const ref of refs) pages[0]?.node.addAnnot(ref);
  document
    .getForm()
    .createTextField('name')
    .addToPage(pages[0] ?? document.addPage(), { x: 50, y: 400, width: 200, height: 30 });
  document.catalog.set(PDFName.of('OpenAction'), context.obj(script));
  return document.save();
}

/** JPEG 2000, 64 by 64, made with OpenJPEG's `opj_compress`. */
const jpeg2000 =
  '/0//UQApAAAAAABAAAAAQAAAAAAAAAAAAAAAQAAAAEAAAAAAAAAAAAABBwEB/1IADAAAAAEAAgQEAAD/XAARQl9SUAVQBVBHV9NX01di/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAAANgAB/5PPgcAT/0apHcTqIjWfzkev41gLDKjYNzU54BYtMqonzhgiGRD8XtuA/9k=';

/** A scan as many scanners write it: one picture over the whole page, which only WebAssembly can decode. */
export async function compressedScanPdf(kind: 'jpx' | 'jbig2'): Promise<Uint8Array> {
  const document = await Pdf.create();
  const dict = { Type: 'XObject', Subtype: 'Image', Width: 64, Height: 64, ColorSpace: 'DeviceGray' };
  const stream =
    kind === 'jpx'
      ? document.context.stream(Buffer.from(jpeg2000, 'base64'), { ...dict, BitsPerComponent: 8, Filter: 'JPXDecode' })
      : document.context.stream(jbig2(), { ...dict, BitsPerComponent: 1, Filter: 'JBIG2Decode' });
  withPicture(document, stream);
  return document.save();
}

/**
 * Pages of one picture of grey noise each, a quarter of a megabyte, written as it is, and the line "Sheet N of M".
 * @param behind bytes behind each picture that are read with it
 */
export async function heavyPdf(pages: number, behind = 0): Promise<Uint8Array> {
  const document = await Pdf.create();
  const dict = { Type: 'XObject', Subtype: 'Image', Width: 512, Height: 512, ColorSpace: 'DeviceGray', BitsPerComponent: 8 };
  for (let number = 1; number <= pages; number++) {
    const page = withPicture(document, document.context.stream(randomBytes(512 * 512 + behind), dict));
    page.drawText(`Sheet ${number} of ${pages}`, { x: 20, y: 360, size: 24, color: rgb(1, 0, 0) });
  }
  return document.save();
}

function withPicture(document: PDFDocument, stream: ReturnType<PDFDocument['context']['stream']>): PDFPage {
  const page = document.addPage([400, 400]);
  page.node.setXObject(PDFName.of('Scan'), document.context.register(stream));
  const content = document.context.register(document.context.stream('q 400 0 0 400 0 0 cm /Scan Do Q'));
  page.node.set(PDFName.of('Contents'), document.context.obj([content]));
  return page;
}

/** JBIG2 (ITU-T T.88): a page and one generic region, its rows coded by MMR, i.e. as a group 4 fax. */
function jbig2(): Uint8Array {
  const first = '001' + '101010' + '000001101010' + '1'; // horizontal: 16 white, 32 black; then to the end as the row above
  const same = '111'.repeat(63); // every edge where the row above has it
  const bits = `${first}${same}000000000001000000000001`;
  const rows = bits.match(/.{1,8}/g)?.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)) ?? [];
  const word = (value: number) => [0, 0, 0, value];
  const page = [...word(64), ...word(64), ...word(0), ...word(0), 0, 0, 0];
  const region = [...word(64), ...word(64), ...word(0), ...word(0), 0, 1, ...rows];
  const segment = (number: number, type: number, data: number[]) => [...word(number), type, 0, 1, ...word(data.length), ...data];
  return Uint8Array.from([...segment(0, 48, page), ...segment(1, 38, region)]);
}
