/** What `npm test` is run by (scripts/lib/phases.mjs): a run that is stopped stops everything that it started. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';

const phases = pathToFileURL(join(import.meta.dirname, '../../scripts/lib/phases.mjs')).href;

/** A phase whose program starts another one and prints its id; then a phase that leaves a file. */
const program = (marker: string) => `
  import { runGroup, runPhases, stoppedWith, stopTogether } from ${JSON.stringify(phases)};
  const forever = 'setInterval(() => {}, 1000)';
  const parent = 'const { pid } = require("node:child_process").spawn(process.execPath, ["-e", ' + JSON.stringify(forever) + ']);'
    + 'console.log("pid " + pid);' + forever;
  const marking = 'require("node:fs").writeFileSync(' + JSON.stringify(${JSON.stringify(marker)}) + ', "")';
  stopTogether();
  await runPhases([
    ['first', () => runGroup([process.execPath, ['-e', parent]])],
    ['second', () => runGroup([process.execPath, ['-e', marking]])],
  ]);
  process.exitCode = stoppedWith() ?? 0;`;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.runIf(process.platform !== 'win32').each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('after %s no process of the run is alive, and no further phase begins', async (signal, code) => {
  const marker = join(await tempDir(), 'second phase');
  const run = spawn(process.execPath, ['--input-type=module', '-e', program(marker)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(run, 'close');
  let output = '';
  for await (const text of run.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += text;
    if (/pid \d+\n/.test(output)) break;
  }
  const grandchild = Number(/pid (\d+)\n/.exec(output)?.[1]);
  expect(isAlive(grandchild)).toBe(true);
  run.stdout.resume();
  run.kill(signal);
  expect(await closed).toEqual([code, null]);
  expect(isAlive(grandchild)).toBe(false);
  expect(existsSync(marker)).toBe(false);
});

// A terminal interrupts all programs that run in it: one that is interrupted a second time ends at once.
test.runIf(process.platform === 'linux')('Ctrl+C at a terminal reaches a program once', async () => {
  const project = pathToFileURL(join(import.meta.dirname, '../../scripts/lib/project.mjs')).href;
  const folder = await tempDir();
  const counting = join(folder, 'counting.mjs');
  await writeFile(
    counting,
    `let [count, quiet] = [0, undefined];
     const tell = () => {
       console.log('seen ' + count);
       if (count >= 8) process.exit(7);
     };
     process.on('SIGINT', () => {
       count += 1;
       clearTimeout(quiet);
       quiet = setTimeout(tell, 100);
     });
     setInterval(() => undefined, 1000);
     console.log('seen 0');`,
  );
  const running = join(folder, 'running.mjs');
  await writeFile(
    running,
    `import { runNode } from ${JSON.stringify(project)};
     process.exitCode = await runNode([${JSON.stringify(counting)}]);`,
  );
  // A shell that waits for the program would be interrupted, too, and some end with 130 for it.
  const terminal = spawn('script', ['-qefc', `exec "${process.execPath}" "${running}"`, '/dev/null'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const closed = once(terminal, 'close');
  const seen: string[] = [];
  for await (const line of createInterface(terminal.stdout)) {
    const [, count] = /seen (\d+)/.exec(line) ?? [];
    if (count === undefined) continue;
    seen.push(count);
    if (seen.length < 9) terminal.stdin.write('\x03');
  }
  expect(await closed).toEqual([7, null]);
  // The system joins two signals that are near each other, so that some of the eight look right in any case.
  expect(seen).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8']);
});
