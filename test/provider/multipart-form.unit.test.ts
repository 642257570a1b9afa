/** The form of a signing call is, byte for byte, the one that undici writes. */
import { buffer } from 'node:stream/consumers';
import { FormData, Request } from 'undici';
import { expect, test } from 'vitest';
import { createMultipartForm } from '../support/doors/provider.ts';
import { fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';

const mark = 'BOUNDARY';

/** The body with `mark` as its boundary, whose text and length are of each form's own. */
function plain(type: string | null, body: Buffer): string {
  const boundary = /boundary=(.+)$/.exec(type ?? '')?.[1] ?? '';
  expect(boundary).not.toBe('');
  return body.toString('latin1').replaceAll(boundary, mark);
}

const name = fc.oneof(fc.constantFrom('documents', 'a"b', 'línea\r\nnueva', '\ud800', '名前.pdf'), fc.string({ unit: 'grapheme' }));
/** Every document has a name; undici leaves an empty one out. */
const fileName = fc.option(
  name.filter((text) => text !== ''),
  { nil: null },
);
const part = fc.record({ name, fileName, content: fc.uint8Array({ maxLength: 300 }), value: name });

test('the same fields and files give the same bytes, and the length that is announced', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 5 }), async (parts) => {
      const [ours, theirs] = [createMultipartForm(), new FormData()];
      for (const { name: field, fileName, content, value } of parts) {
        if (fileName === null) {
          ours.field(field, value);
          theirs.append(field, value);
        } else {
          ours.file(field, fileName, {
            size: content.length,
            async *read() {
              yield Buffer.from(content.subarray(0, 7));
              yield Buffer.from(content.subarray(7));
            },
          });
          theirs.append(field, new File([content], fileName, { type: 'application/pdf' }));
        }
      }
      const request = new Request('https://provider.example', { method: 'POST', body: theirs });
      const expected = plain(request.headers.get('content-type'), Buffer.from(await request.arrayBuffer()));
      const headers = ours.headers();
      const body = await buffer(ours.body());
      expect(plain(headers['content-type'], body)).toBe(expected);
      expect(headers['content-length']).toBe(String(body.length));
    }),
    { numRuns: runs(100) },
  );
});
