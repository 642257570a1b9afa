/** Writes invented contracts to practise with: plain text, several pages, one page turned. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { degrees, PDFDocument, type PDFFont, type PDFPage, StandardFonts } from '@cantoo/pdf-lib';
import { type Sample, samples } from './sample-texts.ts';

/** A4, in points. */
const short = 595;
const long = 842;
const margin = 70;
const textSize = 11;
const lineHeight = 17;

/** Writes three PDFs and returns their paths. Makes the folder when it is missing, and does not replace existing files. */
export async function writeSamples(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  return Promise.all(
    samples.map(async (sample) => {
      const path = join(folder, sample.file);
      await writeFile(path, await makeSample(sample), { flag: 'wx' }).catch((thrown: NodeJS.ErrnoException) => {
        if (thrown.code !== 'EEXIST') throw thrown;
      });
      return path;
    }),
  );
}

export async function makeSample(sample: Sample): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.setTitle(sample.title);
  pdf.setLanguage('es');
  const [plain, bold] = [pdf.embedStandardFont(StandardFonts.TimesRoman), pdf.embedStandardFont(StandardFonts.TimesRomanBold)];
  for (const [index, paragraphs] of sample.pages.entries()) {
    // A turned page is stored as it went through the scanner: lying, and displayed upright by Rotate 90.
    const page = sample.turned.includes(index) ? turned(pdf.addPage([long, short])) : upright(pdf.addPage([short, long]));
    let top = long - margin;
    if (index === 0) {
      page.line(sample.title.toUpperCase(), top, 15, bold);
      top -= 2.5 * lineHeight;
    }
    for (const paragraph of paragraphs) {
      for (const line of wrapped(paragraph, plain)) {
        page.line(line, top, textSize, plain);
        top -= lineHeight;
      }
      top -= lineHeight / 2;
    }
    if (index === sample.pages.length - 1) {
      page.line('_______________________________', 130, textSize, plain);
      page.line('Firma de la persona socia', 112, textSize, plain);
    }
    page.line(`Página ${index + 1} de ${sample.pages.length}`, margin / 2, 9, plain);
  }
  return pdf.save();
}

type Writer = { line(text: string, y: number, size: number, font: PDFFont): void };

const upright = (page: PDFPage): Writer => ({ line: (text, y, size, font) => page.drawText(text, { x: margin, y, size, font }) });

function turned(page: PDFPage): Writer {
  page.setRotation(degrees(90));
  return { line: (text, y, size, font) => page.drawText(text, { x: long - y, y: margin, size, font, rotate: degrees(90) }) };
}

function wrapped(paragraph: string, font: PDFFont): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (font.widthOfTextAtSize(longer, textSize) > short - 2 * margin) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
