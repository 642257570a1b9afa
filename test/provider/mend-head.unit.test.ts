/** What is left of the head of an answer that undici would refuse. The answers are in `answer-forms.test.ts`. */
import { expect, test } from 'vitest';
import { mendHead } from '../support/doors/provider.ts';

const body = 'a body: with\r\n folded\r\n\r\nBad Name: lines\x00';
const mended = (head: string): string => mendHead(Buffer.from(`${head}\r\n\r\n${body}`, 'latin1')).toString('latin1');

test.each([
  ['a folded line', 'A: b\r\n \t c\r\nD: e', 'A: b c\r\nD: e'],
  ['control characters', 'A: b\x00\r\nB: c\rd\r\nC: d\ne\r\nD: e', 'C: d\r\nD: e'],
  ['names that are no tokens', 'A b: c\r\n: d\r\ne\r\nD: e', 'D: e'],
  ['the same length several times', 'Content-Length: 7\r\nA: b\r\ncontent-length:07\r\nContent-Length: 7', 'Content-Length: 7\r\nA: b'],
  ['different lengths', 'Content-Length: 7\r\nA: b\r\nContent-Length: 8', 'A: b'],
  ['a length that no body has', 'Content-Length: 99999999999999999999\r\nA: b', 'A: b'],
  ['a length of a body in pieces', 'Content-Length: 7\r\nTransfer-Encoding: gzip, Chunked', 'Transfer-Encoding: gzip, Chunked'],
  ['no transfer coding', 'Transfer-Encoding: identity\r\nContent-Length: 7', 'Content-Length: 7'],
  ['lines that end with LF', 'A: b\n c\nContent-Length: 7', 'A: b c\r\nContent-Length: 7'],
  ['lengths that are no numbers', 'Content-Length: 5x\r\ncontent-length: \r\nContent-Length: 7 \r\nD: e', 'Content-Length: 7 \r\nD: e'],
])('%s', (_, lines, left) => {
  expect(mended(`HTTP/1.1 200 OK\r\n${lines}`)).toBe(`HTTP/1.1 200 OK\r\n${left}\r\n\r\n${body}`);
});

test('a head whose lines all end with LF', () => {
  expect(mendHead(Buffer.from(`HTTP/1.1 200 OK\nA: b\n\n${body}`)).toString()).toBe(`HTTP/1.1 200 OK\r\nA: b\r\n\r\n${body}`);
});

test.each([
  ['a good head', `HTTP/1.1 200 OK\r\nA: \tb, "c" \xe1\r\nx-y_z.1:\r\nContent-Length:12\r\n\r\n${body}`],
  ['a head without lines', `HTTP/1.0 204\r\n\r\n${body}`],
  ['a head that does not end yet', 'HTTP/1.1 200 OK\r\nBad Name: x\r\n'],
  ['what is no head', `220 mail.example\r\nBad Name\r\n\r\n${body}`],
])('%s is not changed', (_, text) => {
  const begin = Buffer.from(text, 'latin1');
  expect(mendHead(begin)).toBe(begin);
});
