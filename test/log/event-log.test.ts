/** The log on the disk: what it says, what it leaves out, and how its files rotate. */
import { appendFile, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '../support/doors/cli.ts';
import { StationError } from '../support/doors/errors.ts';
import { allowedLine, faultFields, logFolder, openEventLog, processFacts, programs, readLog } from '../support/doors/log.ts';
import { findMarkers } from '../support/storage/markers.ts';
import { tempDir } from '../support/temp-dir.ts';

const mark = 'MarkAnaRuizQux';

const lines = async (dataDir: string) =>
  (await readFile(join(logFolder(dataDir), 'station.log'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('a line has the time, the process and the members of its event', async () => {
  const dataDir = await tempDir();
  const log = openEventLog(dataDir);
  log.write('started', processFacts('serve'));
  log.write('service', { kind: 'push', status: 200 });
  const [started, push] = await lines(dataDir);
  expect(started).toMatchObject({ event: 'started', program: 'serve', version: expect.stringMatching(/^\d/), pid: process.pid });
  expect(push).toEqual({ level: 'info', at: expect.stringMatching(/Z$/), pid: process.pid, event: 'service', kind: 'push', status: 200 });
  if (process.platform !== 'win32') expect((await stat(join(logFolder(dataDir), 'station.log'))).mode & 0o077).toBe(0);
});

test('what no check allows is counted and never written, whatever code passes it', async () => {
  const dataDir = await tempDir();
  const write = openEventLog(dataDir).write as (event: string, fields: object) => void;
  write('refused', { channel: 'documents.list', code: mark, path: `/home/${mark}`, [mark]: 1 });
  write('document', { document: mark, batch: mark, status: 'signed' });
  write('service', { kind: 'push', status: mark, count: Number.NaN });
  write('started', { ...processFacts('desktop'), version: `1.0.0-${mark}` });
  write(mark, { text: mark });
  expect(await findMarkers(dataDir, { mark })).toEqual([]);
  const written = await lines(dataDir);
  expect(written.map(({ withheld }) => withheld)).toEqual([3, 2, 2, 1]);
  expect(written[0]).toMatchObject({ event: 'refused', channel: 'documents.list' });
});

test('a fault is its kind, its code and its places, whatever its text says', () => {
  class Marked extends Error {}
  const error = new Marked(`cannot read /home/${mark}\n    at ${mark} (ana-ruiz.js:1:1)`);
  error.name = mark;
  Object.assign(error, { code: `ERR_${mark}` });
  const fields = faultFields(error);
  expect(fields).toEqual({ kind: 'other', places: expect.any(Array) });
  expect(fields.places[0]).toMatch(/^event-log\.test\.ts:\d+:\d+$/);
  expect(JSON.stringify(fields)).not.toMatch(/mark|ana/i);
  expect(faultFields(new StationError('disk-full', { name: mark }))).toMatchObject({ kind: 'StationError', code: 'disk-full' });
  expect(faultFields(Object.assign(new Error(mark), { code: 'ENOENT', path: mark }))).toMatchObject({ kind: 'Error', code: 'ENOENT' });
  expect(faultFields(mark)).toEqual({ kind: 'other', places: [] });
});

test('files rotate at their size, and the oldest are removed; nothing stops when they cannot be written', async () => {
  const dataDir = await tempDir();
  const log = openEventLog(dataDir, 500);
  for (let index = 0; index < 60; index += 1) log.write('service', { kind: 'push', status: index });
  expect((await readdir(logFolder(dataDir))).sort()).toEqual([...[1, 2, 3, 4].map((number) => `station.${number}.log`), 'station.log']);
  const { files, leftOut } = readLog(dataDir);
  const statuses = files.toReversed().flatMap(({ text }) => [...text.matchAll(/"status":(\d+)/g)].map(([, status]) => Number(status)));
  expect(leftOut).toBe(0);
  expect(statuses).toEqual(Array.from({ length: statuses.length }, (_, index) => 60 - statuses.length + index));
  const elsewhere = await tempDir();
  await mkdir(join(elsewhere, 'logs', 'station.log'), { recursive: true });
  openEventLog(elsewhere).write('resumed', {});
});

test('a report reads the lines that are allowed, and counts the others', async () => {
  const dataDir = await tempDir();
  openEventLog(dataDir).write('resumed', {});
  const file = join(logFolder(dataDir), 'station.log');
  const [own = ''] = (await readFile(file, 'utf8')).split('\n');
  await appendFile(file, `${own.replace('}', `,"name":"${mark}"}`)}\n${mark}\n${own.replace('resumed', mark)}\n`);
  const { files, leftOut } = readLog(dataDir);
  expect(files).toEqual([{ name: 'station.log', text: `${own}\n` }]);
  expect(leftOut).toBe(3);
  expect(allowedLine(own.replace('"info"', `"${mark}"`))).toBeNull();
});

test('each command has its name in the log', () => {
  expect(commands.filter(({ name }) => !programs.some((program) => program === name))).toEqual([]);
});

test('a log that is opened again has its size', async () => {
  const dataDir = await tempDir();
  for (let opened = 0; opened < 8; opened += 1) {
    const log = openEventLog(dataDir, 150);
    log.write('resumed', {});
    log.write('resumed', {});
    log.close();
  }
  expect((await readdir(logFolder(dataDir))).length).toBe(5);
});
