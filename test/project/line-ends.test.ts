/** Line ends of a checkout. Git for Windows writes CR LF into every text unless the repository says otherwise. */
import { execFileSync } from 'node:child_process';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';

const attributes = join(import.meta.dirname, '../../.gitattributes');

/** The bytes that a checkout has of a file, where Git converts line ends. */
async function checkedOut(files: Record<string, string>): Promise<Record<string, string>> {
  const folder = await tempDir();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'core.autocrlf=true', '-c', 'user.name=t', '-c', 'user.email=t', ...args], { cwd: folder });
  git('init', '--quiet');
  await copyFile(attributes, join(folder, '.gitattributes'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text, 'latin1');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'x');
  for (const name of Object.keys(files)) await rm(join(folder, name));
  git('checkout', '--', '.');
  const read = async (name: string) => [name, await readFile(join(folder, name), 'latin1')] as const;
  return Object.fromEntries(await Promise.all(Object.keys(files).map(read)));
}

test('a checkout on Windows has line feeds, CR LF in scripts for its own shell, and encrypted files unchanged', async () => {
  const text = { 'a.ts': 'a\nb\n', commit: '#!/bin/sh\nexit 0\n', 'golden.json': '{\n}\n' };
  expect(await checkedOut(text)).toEqual(text);
  expect(await checkedOut({ 'station.cmd': '@echo off\nexit\n' })).toEqual({ 'station.cmd': '@echo off\r\nexit\r\n' });
  // Without a byte 0 it could be a text.
  const encrypted = { 'visit.encrypted': '\x81\r\n\xe9\n\r' };
  expect(await checkedOut(encrypted)).toEqual(encrypted);
});
