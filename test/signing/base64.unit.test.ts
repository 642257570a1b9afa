import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { decodeBase64 } from '../support/doors/provider.ts';
import { fc } from '../support/runner/property.ts';

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

const decode = (text: string, size = 7): Promise<Buffer> => buffer(decodeBase64(inPieces(text, size)));

const forms: Record<string, (bytes: Buffer) => string> = {
  plain: (bytes) => bytes.toString('base64'),
  'without padding': (bytes) => bytes.toString('base64').replace(/=+$/, ''),
  'URL-safe': (bytes) => bytes.toString('base64url'),
  'URL-safe, padded': (bytes) => bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
  'with control characters': (bytes) => bytes.toString('base64').replaceAll(/(.{5})/g, '$1\0\u0001'),
  'in lines': (bytes) => `${bytes.toString('base64').replaceAll(/(.{5})/g, '$1\r\n')}\n`,
  'data prefix': (bytes) => `data:application/pdf;base64,${bytes.toString('base64')}`,
  'data prefix with a name, after a space': (bytes) => ` DATA:application/pdf;name=a.pdf;base64,${bytes.toString('base64url')}`,
  'in quotes': (bytes) => `"${bytes.toString('base64')}"`,
  'data prefix in quotes': (bytes) => `'data:application/pdf;base64,${bytes.toString('base64')}'`,
  'as the text of a JSON string': (bytes) =>
    `${bytes
      .toString('base64')
      .replaceAll('/', '\\/')
      .replaceAll(/(.{5})/g, '$1\\r\\n')}\\n`,
  'as the text of a JSON string within another one': (bytes) => bytes.toString('base64').replaceAll(/(.{5})/g, '$1\\\\r\\\\n'),
};

describe('decoding signedDocument', () => {
  for (const [form, encode] of Object.entries(forms)) {
    test(`${form}: the same bytes, however the text is cut`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 1, max: 50 }), async (bytes, size) => {
          expect(await decode(encode(Buffer.from(bytes)), size)).toEqual(Buffer.from(bytes));
        }),
      );
    });
  }

  for (const [name, text] of Object.entries({
    'other characters': 'JVBERi0x*AAA',
    'padding in the middle': 'JVA=ERi0',
    'padding in the middle, in the next piece': 'JVBERA=JVBERi0x',
    'a lone character': 'JVBERi0xL',
    'too much padding': 'JVBE====',
    'padding that does not fill up': 'JV=',
    'a data prefix that is not base64': 'data:application/pdf,JVBERi0x',
    'a word': 'not base64!',
    'a backslash at its end': 'JVBERi0x\\',
    'another escape': 'JVBE\\xRi0x',
  })) {
    test(`refuses ${name}`, async () => {
      for (const size of [1, 3, 7, 100]) await expect(decode(text, size)).rejects.toMatchObject({ problem: { code: 'signed-not-base64' } });
    });
  }
});
