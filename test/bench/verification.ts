/**
 * Processor time of checking a file that came back, next to the time of `pdfsig`. `appended`: the file begins with what was sent;
 * `rewritten`: it was written again; `rendered`: as well, and each page has to be shown. `marked`: appended, with the mark of practice on
 * each page. `pdfsig` runs as a process, which its time includes; the station has checked other files before, so it is warm.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { markArea, openPdf, signerOfProcess, signPdf, verifyPdf } from '../support/doors/verification.ts';
import { pdfsig } from '../support/pdf/pdfsig.ts';
import { pemOf } from '../support/pdf/signed-pdf.ts';
import { type Bench, type Figure, pairs } from './lib/bench.ts';

const rounds = 5;
const rect = { left: 20, bottom: 20, right: 220, top: 80 };
const footer = { kind: 'area', edge: 'bottom', depth: 40, pages: 'all' } as const;

/** @param bytes of an attached stream that no page shows, for its size */
async function contract(pages: number, bytes = 0): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const line = 'The customer receives the loan and pays it back in monthly instalments, as agreed in this clause. ';
  for (let page = 0; page < pages; page += 1) {
    const shown = document.addPage([595, 842]);
    for (let row = 0; row < 45; row += 1) shown.drawText(`${page}.${row} ${line}`, { x: 50, y: 780 - row * 16, size: 10, font });
  }
  if (bytes > 0) await document.attach(randomBytes(bytes), 'annex.bin');
  return document.save();
}

async function signed(original: Uint8Array, style: object, unmarked: boolean): Promise<Uint8Array> {
  const opened = await openPdf(original);
  const [page] = opened.pdf.getPages();
  if (!page) throw new Error('no page');
  return signPdf(opened, { page, rect }, await signerOfProcess(), { style, unmarked });
}

/** Checks of a file before any is measured, and milliseconds that they take at most. */
const warmUp = { checks: 300, time: 5_000 };

async function figureOf(what: string, file: Uint8Array, original: Uint8Array, path: string): Promise<Figure> {
  const roots = [pemOf(await signerOfProcess())];
  const check = () => verifyPdf(file, { original, place: { page: 1, rect }, rules: [markArea, footer], roots });
  const until = performance.now() + warmUp.time;
  for (let done = 0; done < warmUp.checks && performance.now() < until; done += 1) await check();
  const ours = async () => {
    const before = process.cpuUsage();
    await check();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const reference = async () => {
    const begun = performance.now();
    await pdfsig(path);
    return performance.now() - begun;
  };
  return { what: `CPU of a check: ${what}`, unit: 'ms', ...(await pairs(rounds, ours, reference)), goal: null };
}

export const bench: Bench = {
  name: 'verification',
  async measure(say) {
    const folder = mkdtempSync(join(tmpdir(), 'bench-'));
    try {
      const hundred = await contract(100);
      const large = await contract(10, 1024 * 1024);
      const files: [string, Uint8Array, Uint8Array][] = [
        ['1 MiB, appended', await signed(large, {}, true), large],
        ['100 pages, appended', await signed(hundred, {}, true), hundred],
        ['100 pages, marked', await signed(hundred, {}, false), hundred],
        ['100 pages, rewritten', await signed(hundred, { file: 'rewritten' }, true), hundred],
        ['100 pages, rendered', await signed(hundred, { file: 'rewritten', addition: 'footer' }, true), hundred],
      ];
      const figures: Figure[] = [];
      for (const [name, file, original] of files) {
        say(name);
        const path = join(folder, 'file.pdf');
        writeFileSync(path, file);
        figures.push(await figureOf(name, file, original, path));
      }
      return figures;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
