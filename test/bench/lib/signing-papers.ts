/** Contracts for the signing bench, and what a provider answers to each: the same file with a real signature, made before anything is measured. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { openPdf, signerOfProcess, signPdf } from '../../support/doors/verification.ts';

const rect = { left: 360, bottom: 40, right: 560, top: 100 };
const line = 'The customer receives the loan and pays it back in monthly instalments, as agreed in this clause. ';

/** Writes a contract as a PDF and, as JSON, its entry in the provider’s answer. @param bytes of an annex that no page shows, for the size */
export async function writePaper(folder: string, name: string, bytes: number): Promise<void> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let page = 0; page < 4; page += 1) {
    const shown = document.addPage([595, 842]);
    for (let row = 0; row < 40; row += 1) shown.drawText(`${name} ${page}.${row} ${line}`, { x: 50, y: 780 - row * 16, size: 10, font });
  }
  // Random bytes do not shrink.
  const annex = document.context.stream(randomBytes(bytes));
  document.catalog.set(document.context.obj('BenchAnnex') as never, document.context.register(annex));
  const original = await document.save();
  const opened = await openPdf(original);
  const page = opened.pdf.getPages().at(-1);
  if (!page) throw new Error('no page');
  const signed = await signPdf(opened, { page, rect }, await signerOfProcess(), { unmarked: true });
  const text = Buffer.from(signed).toString('base64');
  const entry = `{"referenceNumber":"${name}","documentId":"D-${name}","signedDocument":"${text}","status":"SUCCESS","errorReason":null}`;
  await writeFile(join(folder, `${name}.pdf`), original);
  await writeFile(join(folder, `${name}.json`), entry);
}
