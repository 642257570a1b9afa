/** `--client-info`, `--name` and `--id` from standard input and from files; `--`; and writing to a pipe. */
import { Readable, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { languageOf, runCommand, withPersonalValues, writerTo } from '../support/doors/cli.ts';
import { writeFile } from '../support/pdf/pdfs.ts';
import { tempDir } from '../support/temp-dir.ts';

async function read(argv: string[], { input = '', files = {} }: { input?: string | Buffer; files?: Record<string, string | Buffer> } = {}) {
  const cwd = await tempDir();
  for (const [name, content] of Object.entries(files)) await writeFile(cwd, name, content);
  return withPersonalValues(argv, ['name', 'id'], { cwd, input: () => Readable.from([input]) });
}

describe('personal values', () => {
  test('come from standard input and from a file, without line break and byte order mark', async () => {
    expect(await read(['--name', '-', '--id', '@n.txt'], { input: 'José Pérez\n', files: { 'n.txt': '\uFEFF1020\r\n' } })).toEqual([
      '--name=José Pérez',
      '--id=1020',
    ]);
    expect(await read(['--id=-', '--name=@a b'], { input: '7', files: { 'a b': 'Ana' } })).toEqual(['--id=7', '--name=Ana']);
  });

  test('may look like an option, and are none', async () => {
    expect(await read(['--name', '-'], { input: '--json' })).toEqual(['--name=--json']);
  });

  test('of other options, after --, and without a value stay as they are', async () => {
    const argv = ['--out', '@n', '--name', 'Ana', '-1', '--', '--id', '-', '@n'];
    expect(await read(argv)).toEqual(argv);
    expect(await read(['--name'])).toEqual(['--name']);
    expect(await read(['--name', '--', '-'])).toEqual(['--name', '--', '-']);
  });

  test.each([
    ['a file that is not there', ['--name', '@none'], {}, 'value-file-unreadable', { option: '--name', cause: 'ENOENT' }],
    ['a folder', ['--name', '@.'], {}, 'value-file-unreadable', { option: '--name', cause: 'EISDIR' }],
    ['several lines', ['--id', '-'], { input: '1\n2\n' }, 'value-several-lines', { option: '--id' }],
    ['a whole document', ['--id', '-'], { input: 'x'.repeat(70_000) }, 'value-several-lines', { option: '--id' }],
    ['other bytes than UTF-8', ['--id', '-'], { input: Buffer.from([0x4a, 0xf3]) }, 'value-not-text', { option: '--id' }],
    ['standard input twice', ['--id', '-', '--name', '-'], { input: 'x' }, 'input-twice', { option: '--name' }],
  ])('%s is wrong use', async (_what, argv, surroundings, key, gaps) => {
    await expect(read(argv, surroundings)).rejects.toMatchObject({ key, gaps });
  });

  test.each([
    ['en', /list of processes, which other users.*options whose text says it also take -/s, 'at least 12 characters'],
    ['es', /lista de procesos, que otros usuarios.*las opciones cuyo texto lo dice también aceptan -/s, 'al menos 12 caracteres'],
  ])('the help says why (%s), and the least length of a password', async (lang, why, least) => {
    const { code, out } = await said('--help', '--lang', lang);
    expect(code).toBe(0);
    expect(out.replace(/\s+/g, ' ')).toMatch(why);
    expect(out).toContain(least);
  });
});

async function said(...argv: string[]) {
  const texts = { out: '', err: '' };
  const to = (name: 'out' | 'err') => async (text: string) => {
    texts[name] += text;
  };
  const io = { out: to('out'), err: to('err'), input: () => Readable.from([]), env: { LC_ALL: 'en_US.UTF-8' }, cwd: '/' };
  return { code: await runCommand(argv, io), ...texts };
}

test('after -- nothing is an option, and one before the command is left out', async () => {
  expect(languageOf(['sign', '--', '--lang', 'es'], { LC_ALL: 'en_US.UTF-8' })).toBe('en');
  expect(await said('--', 'sign', '--version')).toMatchObject({ code: 0, out: '0.1.0\n' });
  expect(await said('sign', '--', '--version')).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('--client-info is missing'),
  });
});

test('any number of pending writes has one error listener, and a reader that is gone ends nothing', async () => {
  const pending: (() => void)[] = [];
  const slow = new Writable({ write: (_chunk, _encoding, done) => void pending.push(done) });
  const write = writerTo(slow);
  const written = Array.from({ length: 100 }, (_, n) => write(`${n}`));
  expect(slow.listenerCount('error')).toBe(1);
  while (slow.writableLength > 0) pending.shift()?.();
  await Promise.all(written);
  const gone = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
  const writeToGone = writerTo(gone);
  await Promise.all([writeToGone('a'), writeToGone('b')]);
  await writeToGone('c');
});

test('control characters reach no terminal, and JSON means the same by what is written', async () => {
  const written: string[] = [];
  const stream = new Writable({
    write(chunk, _, done) {
      written.push(String(chunk));
      done();
    },
  });
  const json = JSON.stringify({ said: 'a\u001b[31m\u009b2J\u007f' });
  await writerTo(stream)(`\u001b]0;x\u0007\tb\r\n${json}`);
  expect(written.join('')).toBe('\\u001b]0;x\\u0007\tb\r\n{"said":"a\\u001b[31m\\u009b2J\\u007f"}');
  expect(JSON.parse(written.join('').split('\n')[1] ?? '')).toEqual(JSON.parse(json));
});
