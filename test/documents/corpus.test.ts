/** Every file of `../shared/corpus`, where that folder is: used, or refused for its own reason, with its hard facts. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDocumentList, type DocumentList, readPdfFacts } from '../support/doors/documents.ts';
import type { StationDocument } from '../support/doors/domain.ts';
import { corpus, describeWith } from '../support/runner/need.ts';

const letter = { left: 0, bottom: 0, right: 612, top: 792 };
const a4 = { left: 0, bottom: 0, right: 595, top: 842 };
const page = (mediaBox: typeof letter, rotation = 0, cropBox = mediaBox, userUnit = 1) => ({ mediaBox, cropBox, rotation, userUnit });
const usable = (pages: object[], signatures: object[] = []) => ({ problem: null, facts: { protection: 'none', pages, signatures } });

/** `signed-*`: the signatures that are there, sound or not; judging them is verification's work. */
const expected: Record<string, object> = {
  'corrupted-no-trailer.pdf': { problem: { code: 'pdf-truncated' }, facts: null },
  'mixed-rotation.pdf': usable([page(letter), page(letter, 90)]),
  'open-password-is-one-space.pdf': { problem: { code: 'pdf-password' }, facts: { protection: 'password', pages: [] } },
  'pages-rotated-90-180-270.pdf': usable([page(letter, 90), page(letter, 180), page(letter, 270)]),
  'paper-14-pages.pdf': usable(Array.from({ length: 14 }, () => page(letter))),
  'permissions-deny-signing.pdf': { problem: { code: 'pdf-no-changes' }, facts: { protection: 'no-changes', pages: [page(letter)] } },
  'rotate270-negative-origin.pdf': usable([page({ left: -100, bottom: -300, right: 512, top: 492 }, 270)]),
  'rotate90-crop-differs-from-media.pdf': usable([page(letter, 90, { left: 102.112, bottom: 111.93, right: 274.916, top: 465.393 })]),
  'signed-shadow-attack-hide.pdf': usable([page({ left: 0, bottom: 0, right: 595.28, top: 841.89 })], [{ field: 'Signature1', page: 1 }]),
  'signed-tail-uncovered.pdf': usable(
    [page({ left: 0, bottom: 0, right: 300, top: 144 })],
    [{ field: 'Sig1', page: 1, rect: { left: 0, bottom: 0, right: 0, top: 0 } }],
  ),
  'signed-then-page-added.pdf': usable([page(a4), page(a4)], [{ field: 'Signature1', page: 1 }]),
  'signed-twice-legitimately.pdf': usable(
    [page({ left: 0, bottom: 0, right: 300, top: 144 })],
    [
      { field: 'Sig1', page: 1 },
      { field: 'Sig2', page: 1 },
    ],
  ),
  'signed-valid.pdf': usable([page(a4)], [{ field: 'Signature1', page: 1 }]),
  'userunit-72.pdf': usable([page({ left: 0, bottom: 0, right: 8.5, top: 11 }, 0, undefined, 72)]),
  // Page 1 has no area in its media box either, and is shown as a letter page.
  'zero-area-crop.pdf': usable([
    page(letter),
    page({ left: 0, bottom: 0, right: 800, top: 600 }),
    page({ left: 0, bottom: 0, right: 600, top: 800 }),
  ]),
};

describeWith('corpus')('the corpus', () => {
  let documents: DocumentList;
  let list: StationDocument[];
  beforeAll(async () => {
    documents = createDocumentList();
    await documents.open([corpus]);
    list = documents.list();
  });
  afterAll(() => documents.close());
  const named = (name: string) => list.find((document) => document.name === name);

  it('has an expectation for every file', async () => {
    const files = (await readdir(corpus)).filter((name) => name.endsWith('.pdf'));
    expect(files.sort()).toEqual(Object.keys(expected).sort());
    expect(list).toHaveLength(files.length);
  });

  it.each(Object.keys(expected))('%s', (name) => {
    expect(named(name)).toMatchObject(expected[name] ?? {});
  });

  it.each([
    ['encrypted-attachments-only.pdf', null],
    ['encrypted-opens-without-password.pdf', null],
    ['no-page-tree.pdf', 'pdf-no-pages'],
    ['protected-restricted-fields.pdf', 'pdf-no-changes'],
  ])('odd/%s', async (name, code) => {
    const { ids } = await documents.open([join(corpus, 'odd', name)]);
    expect(documents.get(ids[0] ?? '').document.problem?.code ?? null).toBe(code);
    documents.remove(ids);
  });

  const signed = (integrity: string, coverage: string) => ({ integrity, coverage });
  it.each([
    ['signed-twice-legitimately.pdf', [signed('valid', 'whole-file'), signed('valid', 'partial')]],
    ['signed-tail-uncovered.pdf', [signed('valid', 'partial')]],
    ['signed/adbe-pkcs7-detached.pdf', [signed('valid', 'whole-file')]],
    ['signed/cms-badly-encoded.pdf', [signed('valid', 'whole-file')]],
    ['signed/pades-b.pdf', [signed('valid', 'partial'), signed('valid', 'whole-file')]],
    ['signed/pades-lta.pdf', [signed('valid', 'partial'), signed('valid', 'partial'), signed('valid', 'whole-file')]],
    ['signed/pades-plain-ecdsa.pdf', [signed('valid', 'whole-file')]],
    ['signed/pades-t.pdf', [signed('valid', 'whole-file')]],
    ['signed/signed-corrupted.pdf', [signed('unreadable', 'partial')]],
    ['signed/signed-out-of-byterange.pdf', [signed('broken', 'partial')]],
    ['signed/signed-then-annotation-added.pdf', [signed('valid', 'partial')]],
    ['signed/timestamped-and-signed.pdf', [signed('valid', 'partial'), signed('valid', 'whole-file')]],
  ])('signatures of %s', async (name, signatures) => {
    const facts = (await readPdfFacts(await readFile(join(corpus, name)))).facts;
    expect(facts?.signatures.map(({ integrity, coverage }) => ({ integrity, coverage }))).toEqual(signatures);
  });

  const opensWithoutPassword = Object.keys(expected).filter((name) => !/^(corrupted|open-password)/.test(name));
  it.each(opensWithoutPassword)('%s: pages as pdf.js shows them', async (name) => {
    const task = getDocument({ data: new Uint8Array(await readFile(join(corpus, name))), verbosity: 0 });
    try {
      const document = await task.promise;
      const pages = named(name)?.facts?.pages ?? [];
      expect(document.numPages).toBe(pages.length);
      for (const [index, { cropBox, rotation, userUnit }] of pages.entries()) {
        const shown = await document.getPage(index + 1);
        expect([cropBox.left, cropBox.bottom, cropBox.right, cropBox.top, rotation, userUnit]).toEqual([
          ...shown.view,
          shown.rotate,
          shown.userUnit,
        ]);
      }
    } finally {
      await task.destroy();
    }
  });

  it('gives the bytes of what is usable', async () => {
    for (const { id, size, problem } of list) {
      if (problem !== null) continue;
      let read = 0;
      for await (const chunk of documents.read(id)) read += chunk.length;
      expect(read).toBe(size);
    }
  });
});
