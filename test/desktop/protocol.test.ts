/** The application's protocol, called directly: allow-list, documents by id, ranges, headers (Electron security checklist 7, 18). */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { contentSecurityPolicy, createAppHandler, isOwnUrl, listRendererFiles, parseByteRange } from '../support/doors/desktop.ts';
import type { ShownDocument } from '../support/doors/documents.ts';
import { parsePieces } from '../support/doors/domain.ts';
import { fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';
import { sharedTempDir } from '../support/temp-dir.ts';

const folder = sharedTempDir();
const bytes = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));
const pdf = join(folder, 'contract.pdf');
const patches = [
  { at: 300, bytes: Buffer.from('in place') },
  { at: bytes.length, bytes: Buffer.from('appended') },
];
let handler: (request: Request) => Promise<Response>;
let beginning: ReturnType<Parameters<typeof createAppHandler>[2]> = { language: 'es', theme: 'system' };

const unknown = (): never => {
  throw new Error('unknown');
};
const opened = (size: number, path = pdf, patches: ShownDocument['patches'] = []): ShownDocument => ({ path, size, patches });

beforeAll(async () => {
  await mkdir(join(folder, 'page/assets'), { recursive: true });
  for (const language of ['es', 'pt'])
    writeFileSync(join(folder, `page/index.${language}.html`), `<!doctype html><html lang="${language}"><p>page</p>`);
  writeFileSync(join(folder, 'page/assets/decoder.wasm'), 'wasm');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(pdf, bytes);
  if (process.platform !== 'win32') execFileSync('mkfifo', [join(folder, 'pipe')]);
  const documents = new Map([
    ['known', opened(bytes.length)],
    ['changed', opened(bytes.length + 1)],
    ['gone', opened(1, join(folder, 'gone.pdf'))],
    ['pipe', opened(bytes.length, join(folder, 'pipe'))],
    ['patched', opened(bytes.length, pdf, patches)],
  ]);
  const files = new Map();
  listRendererFiles(join(folder, 'page'), files);
  handler = createAppHandler(
    files,
    async () => ({
      document: (id) => documents.get(id) ?? unknown(),
      returned: unknown,
      record: unknown,
      testDocument: (call) => (call === 2 ? bytes : unknown()),
    }),
    () => beginning,
  );
});

const ask = (path: string, init?: RequestInit) => handler(new Request(`app://station${path}`, init));
const range = (value: string) => ({ headers: { Range: value } });

test('a returned test document is served by range, and no other path below its folder is found', async () => {
  const part = await ask('/test-documents/2', range('bytes=100-199'));
  expect([part.status, part.headers.get('content-type')]).toEqual([206, 'application/pdf']);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 200));
  for (const path of ['/test-documents/1', '/test-documents/', '/test-documents/x', '/test-documents/2/2'])
    expect((await ask(path)).status).toBe(404);
});

test('every range of a document that pdf.js opens only with patches contains them', async () => {
  const whole = Buffer.concat([bytes, Buffer.from('appended')]);
  whole.set(Buffer.from('in place'), 300);
  const read = async (init?: RequestInit) => Buffer.from(await (await ask('/documents/patched', init)).arrayBuffer());
  expect(await read()).toEqual(whole);
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(40), async (start, length) => {
      const end = Math.min(start + length, whole.length - 1);
      expect(await read(range(`bytes=${start}-${end}`))).toEqual(whole.subarray(start, end + 1));
    }),
    {
      numRuns: runs(100),
      examples: [
        [298, 5],
        [304, 0],
        [995, 10],
        [1003, 2],
        [1000, 7],
      ],
    },
  );
});

describe('files', () => {
  test('the page has the language and the theme of the settings in its HTML', async () => {
    const page = async () => (await ask('/index.html')).text();
    expect(await page()).toBe('<!doctype html><html lang="es"><p>page</p>');
    beginning = { language: 'pt', theme: 'dark' };
    expect(await page()).toBe('<!doctype html><html data-theme="dark" lang="pt"><p>page</p>');
  });

  test('listed files are served with their type and every security header', async () => {
    const response = await ask('/assets/decoder.wasm');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/wasm');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toBe(contentSecurityPolicy);
    expect(await response.text()).toBe('wasm');
  });

  test.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/../../secret.txt',
    '/assets%2fdecoder.wasm',
    '//index.html',
    '/',
    '/assets',
  ])('%s is not found', async (path) => {
    const response = await ask(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-security-policy')).toBe(contentSecurityPolicy);
  });

  test('no path reads a file outside the list', async () => {
    const part = fc.constantFrom(
      '..',
      '.',
      '%2e%2e',
      '..%2f',
      '%5c',
      'secret.txt',
      'assets',
      'page',
      'documents',
      'records',
      '%00',
      '~',
      '',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        const response = await ask(`/${parts.join('/')}`);
        expect(await response.text()).not.toContain('secret');
      }),
      { numRuns: runs(300) },
    );
  });

  test.each(['POST', 'PUT', 'DELETE'])('%s is refused', async (method) => {
    expect((await ask('/index.html', { method })).status).toBe(405);
  });

  test.each(['app://other/index.html', 'https://station/index.html', 'app://station.evil/index.html'])('%s is refused', async (url) => {
    expect(isOwnUrl(url)).toBe(false);
    expect((await handler(new Request(url))).status).toBe(404);
  });
});

describe('documents', () => {
  test('are served whole, with the headers that a viewer needs for ranges', async () => {
    const response = await ask('/documents/known');
    expect(response.status).toBe(200);
    expect(response.headers.get('accept-ranges')).toBe('bytes, pieces');
    expect(response.headers.get('content-length')).toBe('1000');
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test.each([
    ['bytes=0-9', 0, 9],
    ['bytes=990-', 990, 999],
    ['bytes=-5', 995, 999],
    ['bytes=500-5000', 500, 999],
    ['bytes=-5000', 0, 999],
  ])('%s', async (header, start, end) => {
    const response = await ask('/documents/known', range(header));
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/1000`);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  test.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])('do not satisfy %s', async (header) => {
    const response = await ask('/documents/known', range(header));
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */1000');
  });

  test.each(['known', 'patched'])('are read piece by piece in one answer: %s', async (id) => {
    const read = async (init?: RequestInit) => Buffer.from(await (await ask(`/documents/${id}`, init)).arrayBuffer());
    const whole = await read();
    const piece = fc
      .nat(whole.length - 1)
      .chain((start) => fc.record({ start: fc.constant(start), end: fc.integer({ min: start, max: whole.length - 1 }) }));
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 64 }), async (pieces) => {
        const answer = await ask(`/documents/${id}`, range(`pieces=${pieces.map(({ start, end }) => `${start}-${end}`).join(',')}`));
        expect(answer.status).toBe(206);
        expect(Buffer.from(await answer.arrayBuffer())).toEqual(
          Buffer.concat(pieces.map(({ start, end }) => whole.subarray(start, end + 1))),
        );
      }),
      { numRuns: runs(50) },
    );
  });

  test.each(['pieces=1000-1000', 'pieces=0-0,5-1000', 'pieces=9-8', `pieces=${Array(65).fill('0-0').join()}`])(
    'have no pieces outside of the bounds: %s',
    async (header) => {
      const response = await ask('/documents/known', range(header));
      expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([416, 0]);
    },
  );

  test('that are gone or changed have no pieces either, and others than documents ignore them', async () => {
    for (const id of ['changed', 'gone']) expect((await ask(`/documents/${id}`, range('pieces=0-0,1-1'))).status).toBe(410);
    const test = await ask('/test-documents/2', range('pieces=0-0,1-1'));
    expect([test.status, test.headers.get('accept-ranges'), (await test.arrayBuffer()).byteLength]).toEqual([200, 'bytes', 1000]);
  });

  test.each(['/documents/unknown', '/documents/', '/documents/%ff', '/documents/known/', '/documents/..%2fsecret.txt'])(
    '%s is not found',
    async (path) => {
      expect((await ask(path)).status).toBe(404);
    },
  );

  test('that changed size, were deleted or have a pipe in their place are gone', async () => {
    for (const id of ['changed', 'gone', 'pipe']) expect((await ask(`/documents/${id}`)).status).toBe(410);
  });

  test.each(['known', 'patched'])('leave no file open when reading stops early: %s', async (id) => {
    const { readdir } = await import('node:fs/promises');
    const openFiles = async () => (process.platform === 'linux' ? (await readdir('/proc/self/fd')).length : 0);
    const before = await openFiles();
    // Node closes a file that is collected as garbage, and warns.
    const warnings: string[] = [];
    const onWarning = ({ message }: Error) => warnings.push(message);
    process.on('warning', onWarning);
    for (let round = 0; round < 20; round++) await (await ask(`/documents/${id}`)).body?.cancel();
    await expect.poll(openFiles).toBeLessThanOrEqual(before + 1);
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });
});

test('the pieces of one answer have at most 4 MiB', () => {
  const size = 2 ** 30;
  expect(parsePieces(`pieces=0-${2 ** 22 - 1}`, size)).toEqual([{ start: 0, end: 2 ** 22 - 1 }]);
  expect(parsePieces(`pieces=0-${2 ** 22}`, size)).toBe('unsatisfiable');
  expect(parsePieces(`pieces=0-9,100-${100 + 2 ** 22}`, size)).toBe('unsatisfiable');
  for (const other of [null, 'bytes=0-9', 'pieces=', 'pieces=0-', 'pieces=0-9,', 'pieces=a-b', 'pieces=0-9;1-2'])
    expect(parsePieces(other, size)).toBe(null);
});

test('a range never reaches outside the file', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.nat(), fc.nat({ max: 5000 }), (text, first, last, size) => {
      for (const header of [text, `bytes=${first}-${last}`, `bytes=${first}-`, `bytes=-${last}`]) {
        const parsed = parseByteRange(header, size);
        if (typeof parsed === 'string') continue;
        expect(parsed.start).toBeGreaterThanOrEqual(0);
        expect(parsed.end).toBeLessThan(size);
        expect(parsed.start).toBeLessThanOrEqual(parsed.end);
      }
    }),
  );
});

test('the policy allows only our own files, images in memory and WebAssembly', () => {
  const directives = new Map(contentSecurityPolicy.split('; ').map((text) => [text.split(' ')[0], text]));
  expect(directives.get('default-src')).toBe("default-src 'none'");
  expect(directives.get('script-src')).toBe("script-src 'self' 'wasm-unsafe-eval'");
  expect(directives.get('connect-src')).toBe("connect-src 'self'");
  expect(directives.get('img-src')).toBe("img-src 'self' blob: data:");
  expect(directives.get('media-src')).toBe("media-src 'self'");
  for (const name of ['object-src', 'base-uri', 'form-action', 'frame-src', 'frame-ancestors'])
    expect(directives.get(name)).toBe(`${name} 'none'`);
  expect(contentSecurityPolicy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);
});
