/** The service on Windows: what the wrapper reads of its file, the account of the service, and where it may write. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sax from 'sax';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../build/command-line/windows');
const file = join(folder, 'service/signing-station.xml');

/** The elements that WinSW 2.12 reads of those that a service like this one needs (its `XmlServiceConfig`). It ignores any other. */
const read = [
  ...['service', 'id', 'name', 'description', 'executable', 'arguments', 'workingdirectory', 'env', 'serviceaccount', 'domain', 'user'],
  ...['startmode', 'delayedAutoStart', 'stoptimeout', 'onfailure', 'resetfailure', 'logpath', 'log', 'sizeThreshold', 'keepFiles'],
];

function elementsOf(xml: string): { name: string; text: string }[] {
  const elements: { name: string; text: string }[] = [];
  const parser = sax.parser(true);
  parser.onopentag = ({ name }) => void elements.push({ name, text: '' });
  parser.ontext = (text) => {
    const last = elements.at(-1);
    if (last) last.text += text.trim();
  };
  parser.write(xml).close();
  return elements;
}

test('the file has only elements that the wrapper reads, an account with few rights, and a log where that account may write', () => {
  const elements = elementsOf(readFileSync(file, 'utf8'));
  expect(elements.filter(({ name }) => !read.includes(name))).toEqual([]);
  const textOf = (wanted: string) => elements.find(({ name }) => name === wanted)?.text;
  expect([textOf('domain'), textOf('user')]).toEqual(['NT SERVICE', textOf('id')]);
  const ours = `C:\\ProgramData\\${textOf('id')}`;
  expect(textOf('logpath')).toBe(`${ours}\\logs`);
  expect(textOf('workingdirectory')).toBe(ours);
});

test('the README names groups by their numbers, since their names depend on the language of Windows', () => {
  const lines = readFileSync(join(folder, 'README.md'), 'utf8').split('\n');
  const rights = lines.filter((line) => line.includes('icacls')).flatMap((line) => [...line.matchAll(/"([^"]+):\(OI\)/g)]);
  expect(rights).toHaveLength(5);
  for (const [, account] of rights) expect(account).toMatch(/^(NT SERVICE\\SigningStation|\*S-1-5-[\d-]+)$/);
});
