/** Prepares a received picture for a page: only formats that can be embedded nearly unchanged and cannot crash the process. */
import type PDFDocument from 'pdfkit';
import { readPng } from './png.ts';

type Document = InstanceType<typeof PDFDocument>;

/** The object that pdfkit's `image` accepts in place of bytes. */
export type PaperImage = {
  width: number;
  height: number;
  /** EXIF orientation: above 4 the picture is turned by 90 degrees. */
  orientation?: number;
  label: string;
  obj: unknown;
  embed(document: Document): void;
};

/** Opens a picture; null when it is no JPEG or PNG, or one that a PDF cannot have. `label`: its name in the document. */
export function openImage(document: Document, bytes: Uint8Array, label: string): PaperImage | null {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const image = data[0] === 0xff && data[1] === 0xd8 ? openJpeg(document, data) : openPng(data, label);
  return image !== null && image.width > 0 && image.height > 0 ? image : null;
}

function openJpeg(document: Document, data: Buffer): PaperImage | null {
  try {
    // The types of pdfkit lack the colour space, which is there only when the number of channels makes sense.
    const image = (document as unknown as { openImage(data: Buffer): PaperImage & { colorSpace?: string } }).openImage(data);
    return image.colorSpace === undefined ? null : image;
  } catch {
    // pdfkit throws strings and range errors for unreadable pictures.
    return null;
  }
}

/** Opens a PNG without pdfkit, which trusts the lengths in the file and throws in a callback where nothing catches it. */
function openPng(data: Buffer, label: string): PaperImage | null {
  const png = readPng(data);
  if (png === null) return null;
  const image: PaperImage = {
    width: png.width,
    height: png.height,
    label,
    obj: null,
    embed(document) {
      const ref = document.ref({
        Type: 'XObject',
        Subtype: 'Image',
        BitsPerComponent: png.bits,
        Width: png.width,
        Height: png.height,
        Filter: 'FlateDecode',
        ColorSpace: colourSpace(document, png.palette, png.colours),
        ...(png.filtered && { DecodeParms: { Predictor: 15, Colors: png.colours, BitsPerComponent: png.bits, Columns: png.width } }),
      });
      ref.end(png.data);
      image.obj = ref;
    },
  };
  return image;
}

function colourSpace(document: Document, palette: Buffer | null, colours: number): unknown {
  if (palette === null) return colours === 1 ? 'DeviceGray' : 'DeviceRGB';
  const table = document.ref({});
  table.end(palette);
  return ['Indexed', 'DeviceRGB', palette.length / 3 - 1, table];
}
