/** The hook of commit messages refuses a subject that breaks the rule, in a real repository, and lets good ones pass. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { sharedTempDir } from '../support/temp-dir.ts';

const folder = sharedTempDir();

const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
const commit = (subject: string) => {
  const args = ['-c', 'user.name=A', '-c', 'user.email=a@b.example', 'commit', '--allow-empty', '-m', subject];
  return spawnSync('git', args, { cwd: folder, env, encoding: 'utf8' });
};

beforeAll(() => {
  mkdirSync(join(folder, 'scripts'));
  for (const name of ['hooks', 'commit-subject.mjs']) {
    cpSync(join(import.meta.dirname, '../../scripts', name), join(folder, 'scripts', name), { recursive: true });
  }
  execFileSync('git', ['init', '-q'], { cwd: folder });
  execFileSync('git', ['config', 'core.hooksPath', 'scripts/hooks'], { cwd: folder });
});

test.each([
  ['Reject pushes without a Uid and say in the answer which member it is that is missing', '72'],
  ['Rejected pushes without a Uid', 'imperative'],
  ['Rejecting pushes without a Uid', 'imperative'],
  ['reject pushes without a Uid', 'capital'],
  ['Reject pushes without a Uid.', 'full stop'],
])('%s is refused', (subject, why) => {
  const { status, stderr } = commit(subject);
  expect(status).toBe(1);
  expect(stderr).toContain(why);
});

test.each(['Reject pushes without a Uid', 'Embed the fonts', "Merge branch 'push'"])('%s passes', (subject) => {
  expect(commit(subject).status).toBe(0);
});
