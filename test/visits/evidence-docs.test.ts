/** The commands of `docs/evidence.md`, run as they stand there on a real ZIP, and what they print; and that they find what was changed. */
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { writeEvidence } from '../support/doors/visits.ts';
import { shell } from '../support/shell.ts';
import { openUsualEvidence } from '../support/visits/evidence.ts';

type Example = { command: string; output: string };
let examples: Example[] = [];

beforeAll(async () => {
  const text = await readFile(new URL('../../docs/evidence.md', import.meta.url), 'utf8');
  examples = [...text.matchAll(/```sh\n([\s\S]*?)```\n```\n([\s\S]*?)```/g)].map(([, command = '', output = '']) => ({ command, output }));
  expect(examples).toHaveLength(text.split('```sh').length - 1);
  expect(examples).toHaveLength(6);
});

// Names of files have the local date of their screening.
beforeEach(() => void vi.stubEnv('TZ', 'UTC'));

/** Salts are random, so hashes are others each time. */
const masked = (text: string) => text.replaceAll(/\b[0-9a-f]{64}\b/g, '<sha256>');

async function unpacked(): Promise<string> {
  const { folder, facts } = await openUsualEvidence();
  // The commands start a dozen processes for each entry.
  facts.audit = facts.audit.slice(5);
  await writeEvidence(facts, join(folder, 'evidence.zip'));
  const [unpack] = examples;
  expect(await shell(unpack?.command ?? '', folder)).toEqual({ code: 0, output: unpack?.output });
  return join(folder, 'evidence');
}

it('every command of docs/evidence.md prints what the page says, and names an added byte and a changed word', async () => {
  const folder = await unpacked();
  for (const { command, output } of examples.slice(1)) {
    const run = await shell(command, folder);
    expect(masked(run.output), command).toBe(masked(output));
    expect(run.code, command).toBe(0);
  }
  const [, linux, mac, manifest, one, all] = examples;
  const lines = (await shell(one?.command ?? '', folder)).output.replaceAll('  -', '').trim().split('\n');
  expect(lines).toHaveLength(4);
  expect(lines.slice(2)).toEqual(lines.slice(0, 2));

  await appendFile(join(folder, 'originals', 'Pagaré.pdf'), ' ');
  const timeline = join(folder, 'timeline.jsonl');
  await writeFile(timeline, (await readFile(timeline, 'utf8')).replace('Homónimo', 'Nadie').replace('"kind":"queued"', '"kind":"note"'));
  for (const example of [linux, mac]) {
    const { output } = await shell(example?.command ?? '', folder);
    expect(output).toContain('originals/Pagaré.pdf: FAILED');
    expect(output).toContain('timeline.jsonl: FAILED');
    expect(output.match(/FAILED$/gm)).toHaveLength(2);
  }
  expect((await shell(manifest?.command ?? '', folder)).output).not.toContain('agrees');
  const printed = (await shell(all?.command ?? '', folder)).output;
  expect(printed).toMatch(/^entry 8: its content was changed$/m);
  expect(printed).toMatch(/^entry 9 was changed$/m);
  expect(printed.match(/^entry/gm)).toHaveLength(2);
});
