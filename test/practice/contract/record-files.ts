/** Pictures, video and signed documents of the invented records are real, and come only when they are asked for. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { build, loadConfigFromFile } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Practice, startPractice } from '../../support/doors/practice.ts';
import { askRecord, getRecord } from '../../support/network/practice-calls.ts';
import { pdfsig } from '../../support/pdf/pdfsig.ts';
import { inSoak } from '../../support/runner/soak.ts';
import { tempDir } from '../../support/temp-dir.ts';

export function practiceRecordFiles(start: () => Promise<Practice>): void {
  describe('pictures, video and signed documents of its records', () => {
    type Image = { ImageTypeId: number; ImageTypeName: string; Image: string };
    type Document = { DocumentName: string; Document: string };

    let practice: Practice;
    beforeAll(async () => {
      practice = await start();
    });
    afterAll(() => practice.close());

    const imagesOf = async (transaction: string, query: string, from = practice) =>
      (await askRecord(from, transaction, query)).Images as Image[] | undefined;
    const typesOf = async (query: string, headers: Record<string, string> = {}) =>
      ((await askRecord(practice, 'TX-1001', query, headers)).Images as Image[] | undefined)?.map(({ ImageTypeId }) => ImageTypeId);
    const pictures = [1, 2, 3, 12, 13, 17, 18];

    const drawn = (name: string) => readFile(join(import.meta.dirname, '../../../practice/assets', name));

    async function widthOf(picture: Buffer): Promise<number> {
      const pdf = await PDFDocument.create();
      return (picture[0] === 0xff ? await pdf.embedJpg(picture) : await pdf.embedPng(picture)).width;
    }

    /** A JPEG without the comment segments (ITU-T T.81, B.2.4.5) that stand right behind its start. */
    function withoutComments(file: Buffer): Buffer {
      let at = 2;
      while (file.readUInt16BE(at) === 0xfffe) at += 2 + file.readUInt16BE(at + 2);
      return Buffer.concat([file.subarray(0, 2), file.subarray(at)]);
    }

    /** The first `size` bytes of a WebM that continues with Void elements (RFC 8794, 11.3.2) to its very end. */
    function withoutVoids(file: Buffer, size: number): Buffer {
      let at = size;
      while (at < file.length) {
        expect(file[at]).toBe(0xec);
        const short = file.readUInt8(at + 1);
        at += short >= 0x80 ? 2 + (short & 0x7f) : 9 + Number(file.readBigUInt64BE(at + 1) & ((1n << 56n) - 1n));
      }
      expect(at).toBe(file.length);
      return file.subarray(0, size);
    }

    describe('are there when asked for', () => {
      it('pictures and the video apart, in the query or in headers', async () => {
        expect(await typesOf('')).toBeUndefined();
        expect(await typesOf('?returnImages=true')).toEqual(pictures);
        expect(await typesOf('?returnVideoLiveness=true')).toEqual([20]);
        expect(await typesOf('?returnImages=true&returnVideoLiveness=true')).toEqual([...pictures, 20]);
        expect(await typesOf('?returnImages=true', { returnVideoLiveness: 'true' })).toEqual([...pictures, 20]);
        expect(await typesOf('', { returnImages: 'true', returnVideoLiveness: 'false' })).toEqual(pictures);
      });

      it('documents too, and a flag that comes both ways is refused', async () => {
        expect(await askRecord(practice, 'TX-1008', '?returnImages=true')).not.toHaveProperty('SignedDocuments');
        expect((await askRecord(practice, 'TX-1008', '', { returnDocuments: 'true' })).SignedDocuments).toHaveLength(3);
        expect((await getRecord(practice, 'TX-1008', '?returnDocuments=true', { returnDocuments: 'true' })).status).toBe(400);
      });
    });

    describe('are real', () => {
      it('pictures of every type, the video a WebM', async () => {
        const images = (await imagesOf('TX-1006', '?returnImages=true&returnVideoLiveness=true')) ?? [];
        expect(images.map(({ ImageTypeId }) => ImageTypeId)).toEqual([...pictures, 20, 1, 3]);
        for (const { ImageTypeId, ImageTypeName, Image } of images) {
          const bytes = Buffer.from(Image, 'base64');
          expect(ImageTypeName).toMatch(/^(Documento|Fotografía|Recorte|Video)/);
          if (ImageTypeId === 20) expect([bytes.subarray(0, 4).toString('hex'), bytes.includes('webm')]).toEqual(['1a45dfa3', true]);
          else expect(await widthOf(bytes)).toBeGreaterThan(200);
        }
        const customers = images.filter(({ ImageTypeId }) => ImageTypeId === 3).map(({ Image }) => Image);
        expect(new Set(customers).size).toBe(2);
      });

      it('documents with one valid signature each, as objects or as bare texts', async () => {
        const folder = await tempDir();
        const documentsOf = async (transaction: string) =>
          (await askRecord(practice, transaction, '?returnDocuments=true')).SignedDocuments;
        const documents = (await documentsOf('TX-1008')) as Document[];
        expect(new Set(documents.map(({ DocumentName }) => DocumentName)).size).toBe(3);
        for (const { Document } of documents) {
          const path = join(folder, 'signed.pdf');
          await writeFile(path, Buffer.from(Document, 'base64'));
          expect(await pdfsig(path)).toEqual({ signatures: 1, valid: 1 });
        }
        expect(await documentsOf('TX-1009')).toEqual(documents.slice(0, 2).map(({ Document }) => Document));
      });

      it('in 60 MiB of them, as many bytes as were promised', async () => {
        const response = await getRecord(practice, 'TX-2002', '?returnImages=true&returnVideoLiveness=true');
        const promised = Number(response.headers.get('content-length'));
        const bytes = Buffer.from(await response.arrayBuffer());
        expect(bytes.length).toBe(promised);
        expect(promised).toBeGreaterThan(60 * 1024 * 1024);
        const { Images } = JSON.parse(bytes.toString('latin1')) as { Images: Image[] };
        expect(Images.map(({ ImageTypeId }) => ImageTypeId)).toEqual([1, 2, 3, 12, 17, 18, 20]);
        for (const { ImageTypeId, Image } of Images) {
          const file = Buffer.from(Image, 'base64');
          // Base64 that is whole: as long as what it holds, and nothing but its letters.
          expect(file.toString('base64') === Image).toBe(true);
          if (ImageTypeId === 1) expect(withoutComments(file).equals(await drawn('document-front.jpg'))).toBe(true);
          if (ImageTypeId === 20)
            expect(withoutVoids(file, (await drawn('liveness.webm')).length).equals(await drawn('liveness.webm'))).toBe(true);
        }
      });

      it.each([{ drop: 'during-answer' }, { json: 'truncated' }] as const)('in half of 60 MiB: %j', async (how) => {
        practice.misbehave('validation', how);
        const response = await getRecord(practice, 'TX-2002', '?returnImages=true');
        const body = response.arrayBuffer();
        if ('drop' in how) await expect(body).rejects.toThrow('terminated');
        else expect((await body).byteLength).toBe(Number(response.headers.get('content-length')));
        expect(practice.log().at(-1)).toMatchObject({ operation: 'validation', status: 'drop' in how ? 'dropped' : 200 });
      });
    });

    it('are irregular in the record made for that', async () => {
      const images = (await imagesOf('TX-1007', '?returnImages=true')) as unknown[];
      expect(images).toHaveLength(9);
      expect(images.filter((image) => typeof image !== 'object' || image === null)).toEqual([null, 'sin imagen']);
    });

    it.runIf(inSoak)('are found by the built code next to the bundle', async () => {
      const folder = await tempDir();
      const root = join(import.meta.dirname, '../../..');
      const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, join(root, 'vite.main.config.ts'));
      const { config } = loaded ?? {};
      if (!config?.build?.rolldownOptions) throw new Error('The configuration of the build was not read');
      config.build.outDir = folder;
      config.build.rolldownOptions.input = { provider: join(root, 'practice/provider.ts') };
      await build({ ...config, configFile: false, logLevel: 'error' });
      await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
      const built = (await import(join(folder, 'provider.js'))) as { startPractice: typeof startPractice };
      const own = await built.startPractice();
      try {
        const query = '?returnImages=true&returnVideoLiveness=true';
        expect(await imagesOf('TX-1001', query, own)).toEqual(await imagesOf('TX-1001', query));
      } finally {
        await own.close();
      }
    });
  });
}
