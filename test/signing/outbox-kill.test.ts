/** A process that works on the outbox is killed: what it was told is done is there, and nothing stands half-way. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { memoryKeychain } from '../support/doors/keychain.ts';
import { openOutbox } from '../support/doors/signing.ts';
import { createSealer, openDatabase, openDataKeys } from '../support/doors/storage.ts';
import { queuedDocument } from '../support/outbox-desk.ts';
import { tempDir } from '../support/temp-dir.ts';

const given = Buffer.alloc(32, 7);
const rounds = 12;
const steps = ['queued', 'sending', 'kept', 'signed', 'ended'];

/** Takes one pair of documents after the other through all steps; says each when it is done. */
const script = (folder: string, from: number) => `
  import { writeSync } from 'node:fs';
  const at = (path) => import(new URL(path, ${JSON.stringify(import.meta.url)}).href);
  const { openDatabase } = await at('../../main/store/database.ts');
  const { openDataKeys } = await at('../../main/vault/create-data-keys.ts');
  const { createSealer } = await at('../../main/vault/create-sealer.ts');
  const { openOutbox } = await at('../../main/signing/outbox/create-outbox.ts');
  const database = openDatabase(${JSON.stringify(folder)});
  const keys = await openDataKeys({ database, keychain: null, given: Buffer.alloc(32, 7) });
  const outbox = openOutbox({ database, sealer: createSealer(keys), now: () => new Date() });
  const document = ${JSON.stringify(queuedDocument('x'))};
  for (let n = ${from}; n < ${from} + 100_000; n += 1) {
    const ids = [n + 'a', n + 'b'];
    const attempt = { id: 't' + n, documents: ids.map((id) => ({ id, reference: id, sha256: '' })) };
    const done = (step) => writeSync(1, n + ' ' + step + '\\n');
    outbox.enqueue(ids.map((id) => ({ ...document, id }))), done('queued');
    outbox.begin(attempt), done('sending');
    outbox.keepAnswer(attempt.id, { items: [], defect: null }), done('kept');
    outbox.move('sign', ids), done('signed');
    outbox.end(attempt.id, 'answered', null), done('ended');
  }`;

describe('killed at work', () => {
  it(`${rounds} times over the same data folder, it loses nothing that was done`, { timeout: 120_000 }, async () => {
    const folder = await tempDir();
    const acknowledged = new Map<number, number>();
    for (let round = 0; round < rounds; round += 1) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script(folder, round * 100_000)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const closed = once(child, 'close');
      let said = '';
      child.stdout.on('data', (chunk) => {
        said += chunk;
      });
      await once(child.stdout, 'data');
      // Anywhere between two steps, and inside of one.
      setTimeout(() => child.kill('SIGKILL'), Math.random() * 60);
      expect((await closed)[1]).toBe('SIGKILL');
      for (const [, n, step] of said.matchAll(/^(\d+) (\w+)$/gm)) acknowledged.set(Number(n), steps.indexOf(String(step)));

      const database = openDatabase(folder);
      try {
        expect(database.notices).toEqual([]);
        const keys = await openDataKeys({ database, keychain: memoryKeychain(), given });
        const outbox = openOutbox({ database, sealer: createSealer(keys), now: () => new Date() });
        expect([outbox.quarantined(), outbox.locked()]).toEqual([[], 0]);
        const found = new Map<number, number>();
        for (const { id, status, attempts } of outbox.jobs()) {
          const [tried] = outbox.attempts(id);
          const answered = tried?.answer ? 'kept' : status;
          const step = status === 'signed' && tried?.outcome === null ? 'signed' : tried?.outcome ? 'ended' : answered;
          const n = Number.parseInt(id, 10);
          // Both of a pair are at the same step, whichever it is.
          expect(found.get(n) ?? steps.indexOf(step)).toBe(steps.indexOf(step));
          found.set(n, steps.indexOf(step));
          expect([attempts, outbox.attempts(id).length]).toEqual(step === 'queued' ? [0, 0] : [1, 1]);
        }
        for (const [n, step] of acknowledged) expect((found.get(n) ?? -1) - step).toBeGreaterThanOrEqual(0);
        // No further than one step that nobody was told of any more.
        for (const [n, step] of found) expect(step - (acknowledged.get(n) ?? -1)).toBeLessThanOrEqual(1);
        expect([...found.keys()].filter((n) => !acknowledged.has(n)).length).toBeLessThanOrEqual(round + 1);
      } finally {
        database.close();
      }
    }
    expect(acknowledged.size).toBeGreaterThan(rounds);
  });
});
