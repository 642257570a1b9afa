/** A document of scanned pages: on each a line of text and a picture that does not shrink. */
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';

/** Pixels of a side of a picture, one byte each. */
const side = 512;

/** Writes the document: each page takes a quarter of a MiB. */
export function writeScannedPages(path: string, pages: number): void {
  const file = openSync(path, 'w');
  const places: number[] = [];
  let size = 0;
  const put = (bytes: string | Buffer) => {
    size += writeSync(file, typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  };
  const object = (number: number, dictionary: string, stream?: Buffer) => {
    places[number] = size;
    put(`${number} 0 obj\n${dictionary}\n`);
    if (stream !== undefined) {
      put('stream\n');
      put(stream);
      put('\nendstream\n');
    }
    put('endobj\n');
  };
  put('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n');
  const pageOf = (index: number) => 4 + 3 * index;
  object(1, '<< /Type /Catalog /Pages 2 0 R >>');
  object(2, `<< /Type /Pages /Count ${pages} /Kids [${Array.from({ length: pages }, (_, index) => `${pageOf(index)} 0 R`).join(' ')}] >>`);
  object(3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (let index = 0; index < pages; index += 1) {
    const page = pageOf(index);
    const resources = `<< /Font << /F 3 0 R >> /XObject << /P ${page + 2} 0 R >> >>`;
    object(page, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources ${resources} /Contents ${page + 1} 0 R >>`);
    const content = Buffer.from(`BT /F 12 Tf 50 800 Td (Page ${index + 1} of ${pages}) Tj ET q 495 0 0 700 50 60 cm /P Do Q`);
    object(page + 1, `<< /Length ${content.length} >>`, content);
    const picture = `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 8`;
    object(page + 2, `<< ${picture} /Length ${side * side} >>`, randomBytes(side * side));
  }
  const start = size;
  const entries = places.slice(1).map((at) => `${String(at).padStart(10, '0')} 00000 n \n`);
  put(`xref\n0 ${places.length}\n0000000000 65535 f \n${entries.join('')}`);
  put(`trailer << /Size ${places.length} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  closeSync(file);
}
