/** The outbox on a full disk, and what can be read from the disk without the key. */

import { closeSync, openSync, writeSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { thrownCode } from '../support/code-of.ts';
import { problem } from '../support/doors/errors.ts';
import { openOutbox } from '../support/doors/signing.ts';
import { describeWith } from '../support/runner/need.ts';
import { readOnlyLedger } from '../support/signing/ledger.ts';
import { openTestOutbox, queuedDocument, receivedFile, sentOf, verificationSettings } from '../support/signing/outbox.ts';
import { smallDisk } from '../support/storage/mounts.ts';
import { tempDir } from '../support/temp-dir.ts';

/** Takes what space is left. */
function fillUp(folder: string): void {
  const file = openSync(join(folder, 'filler'), 'w');
  try {
    for (;;) writeSync(file, Buffer.alloc(4_096));
  } catch (thrown) {
    expect(thrown).toMatchObject({ code: 'ENOSPC' });
  } finally {
    closeSync(file);
  }
}

describeWith('small file system')('on a full disk', () => {
  it('no operation changes memory or calls a listener, and all work once there is space', async () => {
    const folder = await smallDisk(2_048);
    const { outbox, database, changes } = await openTestOutbox(folder);
    try {
      const ids = ['a', 'b', 'c', 'd'];
      outbox.enqueue(ids.map((id) => queuedDocument(id)));
      outbox.begin({ id: 'try-1', documents: sentOf(['a', 'b']) });
      outbox.move('doubt', ['b']);
      outbox.move('cancel', ['d']);
      fillUp(folder);
      // What is left in blocks that the log holds already.
      let left = 0;
      while (left < 10_000 && thrownCode(() => outbox.change('b', { problem: problem('no-answer') })) === null) left += 1;
      expect(left).toBeLessThan(10_000);
      changes.length = 0;
      const seen = () => JSON.stringify([outbox.jobs(), outbox.openAttempts(), ids.map(outbox.attempts), outbox.paused()]);
      const before = seen();
      const long = 'x'.repeat(20_000);
      const operations = {
        enqueue: () => outbox.enqueue([queuedDocument('new', { name: long })]),
        again: () => outbox.enqueue([queuedDocument('d', { name: long })]),
        begin: () => outbox.begin({ id: 'try-2', documents: sentOf(['c']) }),
        move: () => outbox.move('sign', ['a'], { received: [receivedFile('a')] }),
        change: () => outbox.change('b', { closed: { at: '2026-01-01T00:00:00.000Z', note: long } }),
        keep: () =>
          outbox.storeAnswer('try-1', {
            items: [],
            otherTexts: [],
            verification: verificationSettings,
            defect: problem('answer-cut-off', { providerText: long }),
          }),
        end: () => outbox.end('try-1', 'unknown', problem('no-answer')),
        forget: () => outbox.forget(['d']),
        pause: () => outbox.setPaused(true),
      };
      const codes = Object.entries(operations).map(([name, work]) => [name, thrownCode(work)]);
      expect(codes).toEqual(Object.keys(operations).map((name) => [name, 'disk-full']));
      expect(seen()).toBe(before);
      expect(changes).toEqual([]);

      await rm(join(folder, 'filler'));
      const { change, enqueue, begin, move, keep, end, forget, pause } = operations;
      expect([change, enqueue, begin, move, keep, end, forget, pause].map(thrownCode)).toEqual(Array(8).fill(null));
      const again = await openTestOutbox(folder);
      expect(again.outbox.jobs()).toEqual(outbox.jobs());
      expect(ids.map(again.outbox.attempts)).toEqual(ids.map(outbox.attempts));
      expect(again.outbox.jobs().map(({ id, status }) => `${id} ${status}`)).toEqual(['a signed', 'b in-doubt', 'c sending', 'new queued']);
      again.database.close();
    } finally {
      // Before the disk goes away.
      database.close();
    }
  });

  it('a row that does not parse is listed and stays in place until the next start', async () => {
    const folder = await smallDisk(2_048);
    const { outbox, database } = await openTestOutbox(folder);
    try {
      outbox.enqueue([queuedDocument('a'), queuedDocument('b', { name: 'x'.repeat(40_000) })]);
      database.sql.exec("UPDATE job SET status = 'unknown' WHERE id = 'b'");
      fillUp(folder);
      const opened = openOutbox({ database, ledger: readOnlyLedger, now: () => new Date(), isOneOfSeveral: false });
      expect(opened.jobs().map(({ id }) => id)).toEqual(['a']);
      expect(opened.quarantined().map(({ id }) => id)).toEqual(['b']);
      const count = (table: string) => database.sql.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n;
      expect([count('job'), count('quarantine')]).toEqual([2, 0]);
      await rm(join(folder, 'filler'));
      expect(openOutbox({ database, ledger: readOnlyLedger, now: () => new Date(), isOneOfSeveral: false }).quarantined()).toHaveLength(1);
      expect([count('job'), count('quarantine')]).toEqual([1, 1]);
    } finally {
      database.close();
    }
  });
});

describe('in the files on disk', () => {
  it('nothing of a person or a document can be read', async () => {
    const folder = await tempDir();
    const { outbox, database } = await openTestOutbox(folder);
    const marks = Array.from({ length: 12 }, (_, index) => `MARKED-${index}-QZXVJW`);
    const [name, path, reference, client, out, text, item, reason, note, place, quarantined, hash] = marks as [string, ...string[]] &
      string[];
    outbox.enqueue([
      queuedDocument('a', {
        name,
        path: `/${path}`,
        reference: `${reference}`,
        clientInfo: `${client}`,
        outputFolder: `/${out}`,
        sha256: `${hash}`,
      }),
      queuedDocument('b', { name, path: `/${path}`, reference: `${reference}`, clientInfo: `${client}` }),
    ]);
    outbox.begin({ id: 'try', documents: [{ id: 'a', reference: `${reference}`, sha256: `${hash}` }] });
    const entry = {
      referenceNumber: `${item}`,
      providerDocumentId: `${item}`,
      status: 'FAIL' as const,
      errorReason: `${reason}`,
      received: null,
    };
    outbox.storeAnswer('try', {
      items: [entry],
      otherTexts: [],
      verification: verificationSettings,
      defect: problem('answer-cut-off', { providerText: `${text}` }),
    });
    const file = receivedFile('a', { name: `${quarantined}`, path: `/${place}`, role: 'quarantined' });
    outbox.move('doubt', ['a'], { problem: problem('no-answer', { providerText: `${text}` }), received: [file] });
    outbox.change('a', { closed: { at: '2026-01-01T00:00:00.000Z', note: `${note}` } });
    outbox.end('try', 'unknown', problem('no-answer', { providerText: `${text}` }));
    outbox.move('cancel', ['b']);
    // The marks did get as far as the outbox.
    expect(marks.filter((mark) => !JSON.stringify([outbox.jobs(), entry]).includes(mark))).toEqual([]);

    const readable = async () => {
      const found: string[] = [];
      for (const file of await readdir(folder)) {
        const bytes = await readFile(join(folder, file));
        for (const mark of ['MARKED', 'QZXVJW']) {
          for (const form of [Buffer.from(mark), Buffer.from(mark, 'utf16le'), Buffer.from(Buffer.from(mark).toString('hex'))]) {
            if (bytes.includes(form)) found.push(`${file}: ${mark}`);
          }
        }
      }
      return found;
    };
    expect(await readdir(folder)).toContain('station.sqlite-wal');
    expect(await readable()).toEqual([]);
    database.sql.exec("UPDATE job SET status = 'unknown' WHERE id = 'b'");
    expect((await openTestOutbox(folder)).outbox.quarantined()).toHaveLength(1);
    outbox.forget(['a']);
    database.close();
    expect(await readable()).toEqual([]);
  });
});
