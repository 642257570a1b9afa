/** A process that works on the outbox is killed: each change that was reported is there, and none is incomplete. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { openOutbox } from '../../support/doors/signing.ts';
import { openStationDatabase } from '../../support/doors/storage.ts';
import { program } from '../../support/runner/programs.ts';
import { rounds } from '../../support/runner/soak.ts';
import { readOnlyLedger } from '../../support/signing/ledger.ts';
import { queuedDocument } from '../../support/signing/outbox.ts';
import { tempDir } from '../../support/temp-dir.ts';

const key = Buffer.alloc(32, 7);
const total = rounds(6);
const document = JSON.stringify(queuedDocument('x'));
const steps = ['queued', 'sending', 'kept', 'signed', 'ended'];

describe('killed at work', () => {
  it(`${total} times over the same data folder, it loses nothing that was done`, async () => {
    const folder = await tempDir();
    const acknowledged = new Map<number, number>();
    for (let round = 0; round < total; round += 1) {
      const child = spawn(process.execPath, [program('outbox-kill-child'), folder, String(round * 100_000), document], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const closed = once(child, 'close');
      let said = '';
      child.stdout.on('data', (chunk) => {
        said += chunk;
      });
      // After a few documents, however slow the machine is; anywhere between two steps, and inside of one.
      const lines = 15 + Math.random() * 30;
      while (said.split('\n').length < lines) await once(child.stdout, 'data');
      setTimeout(() => child.kill('SIGKILL'), Math.random() * 10);
      expect((await closed)[1]).toBe('SIGKILL');
      for (const [, n, step] of said.matchAll(/^(\d+) (\w+)$/gm)) acknowledged.set(Number(n), steps.indexOf(String(step)));

      const database = openStationDatabase(folder, key);
      try {
        expect(database.notices()).toEqual([]);
        const outbox = openOutbox({ database, ledger: readOnlyLedger, now: () => new Date(), isOneOfSeveral: false });
        expect(outbox.quarantined()).toEqual([]);
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
        // At most one step further, which was not reported.
        for (const [n, step] of found) expect(step - (acknowledged.get(n) ?? -1)).toBeLessThanOrEqual(1);
        expect([...found.keys()].filter((n) => !acknowledged.has(n)).length).toBeLessThanOrEqual(round + 1);
      } finally {
        database.close();
      }
    }
    expect(acknowledged.size).toBeGreaterThan(total);
  });
});
