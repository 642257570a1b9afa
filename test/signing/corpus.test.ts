/** Every file of `../shared/corpus`, where that folder is, through the whole station: signed where the clerk put it, or refused for its own reason. */

import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, it } from 'vitest';
import { acceptableCodes } from '../support/doors/errors.ts';
import { pdfsig } from '../support/pdf/pdfsig.ts';
import { corpus, describeWith } from '../support/runner/need.ts';
import { batchFinished } from '../support/signing/batch-finished.ts';
import { buildStation } from '../support/station.ts';

const refused: Record<string, string> = {
  'corrupted-no-trailer.pdf': 'pdf-truncated',
  'open-password-is-one-space.pdf': 'pdf-password',
  'permissions-deny-signing.pdf': 'pdf-no-changes',
};

/** An attack whose objects are damaged: readers may show it in two ways, so that nothing says that it is the same, whoever signs it. */
const withheld: Record<string, string> = { 'signed-shadow-attack-hide.pdf': 'result-unverifiable' };

/** Points of the last page as displayed, origin bottom-left; fits the smallest page of the corpus. */
const place = { left: 20, bottom: 30, right: 130, top: 80 };

type Found = { page: number; pages: number; left: number; bottom: number; right: number; top: number };

/** Where pdf.js, which is not ours, shows the signature that practice added: points of the page as displayed, origin bottom-left. */
async function shownSignatures(path: string): Promise<Found[]> {
  const task = getDocument({ data: new Uint8Array(await readFile(path)), verbosity: 0 });
  try {
    const document = await task.promise;
    const found: Found[] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const viewport = page.getViewport({ scale: 1 });
      for (const { fieldType, fieldName, rect } of await page.getAnnotations()) {
        if (fieldType !== 'Sig' || !String(fieldName).startsWith('Practice-')) continue;
        const [left, bottom, right, top] = rect as [number, number, number, number];
        const corners: number[][] = [viewport.convertToViewportPoint(left, bottom), viewport.convertToViewportPoint(right, top)];
        const [x1 = 0, x2 = 0] = corners.map(([x = 0]) => x).sort((a, b) => a - b);
        const [y1 = 0, y2 = 0] = corners.map(([, y = 0]) => viewport.height - y).sort((a, b) => a - b);
        found.push({ page: number, pages: document.numPages, left: x1, bottom: y1, right: x2, top: y2 });
      }
    }
    return found;
  } finally {
    await task.destroy();
  }
}

describeWith('corpus')('the corpus, sent', () => {
  it('each file signed in its place or refused with its own sentence, the originals untouched', async () => {
    // Without a profile the practice provider signs, in its own thread.
    const station = await buildStation({ provider: 'none' });
    const { folder } = station;
    await cp(corpus, folder, { recursive: true });
    const { ids } = await station.documents.open([folder]);
    const names = new Map(ids.map((id) => [id, station.documents.get(id).document.name]));
    expect([...names.values()].sort()).toEqual((await readdir(corpus)).filter((name) => name.endsWith('.pdf')).sort());
    const entries = ids.map((documentId) => ({
      documentId,
      reference: names.get(documentId) ?? '',
      clientInfo: 'T-1',
      // What is said of their signatures; see `test/documents/corpus.test.ts`.
      accepted: [...acceptableCodes],
      placement: { page: -1, anchor: 'bottom-left', x: place.left, y: place.bottom, width: 110, height: 50 } as const,
    }));

    const { faults } = await station.signing.send({ documents: entries });
    // A document that could not be opened has no last page either; its own reason comes first.
    const reasons = new Map(faults.toReversed().map(({ documentId, problem }) => [names.get(documentId ?? ''), problem.code]));
    expect(Object.fromEntries(reasons)).toEqual(refused);

    const usable = entries.filter(({ reference }) => !(reference in refused));
    const { batchId, faults: left } = await station.signing.send({ documents: usable });
    expect(left).toEqual([]);
    await batchFinished(station, batchId);
    await station.queue.deliver(usable.map(({ documentId }) => documentId));

    for (const job of station.signing.jobs()) {
      const name = job.reference;
      if (name in withheld) {
        expect([name, job.status, job.problem?.code]).toEqual([name, 'unverified', withheld[name]]);
        continue;
      }
      expect([name, job.status, job.problem, job.warning]).toEqual([name, 'signed', null, null]);
      const [before, after] = [await pdfsig(join(folder, name)), await pdfsig(station.signing.signedPath(job.documentId))];
      expect([name, after.signatures, after.valid]).toEqual([name, before.signatures + 1, before.valid + 1]);
      const [signature, ...more] = await shownSignatures(station.signing.signedPath(job.documentId));
      expect([name, signature?.page, more]).toEqual([name, signature?.pages, []]);
      for (const edge of ['left', 'bottom', 'right', 'top'] as const) {
        // The wire carries whole points: half a point is what rounding may take.
        expect(Math.abs((signature?.[edge] ?? Number.NaN) - place[edge]), `${name} ${edge}`).toBeLessThanOrEqual(0.51);
      }
    }
    for (const name of names.values()) expect(await readFile(join(folder, name)), name).toEqual(await readFile(join(corpus, name)));
  });
});
