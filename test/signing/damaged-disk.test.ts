/** One bit of the database file flipped: it costs at most the record that it is in, and nothing where only an index has it. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type KeychainEntries, openTestOutbox, queuedDocument } from '../support/outbox.ts';
import { tempDir } from '../support/temp-dir.ts';

const [a, b, c] = ['document-aa', 'document-bb', 'document-cc'] as const;

/** Where the id of a job stands: in its row, and in the index of ids; the table's page comes before those of its indexes. */
const places = {
  'in the row': (offsets: number[]) => offsets.slice(0, 1),
  'in the index': (offsets: number[]) => offsets.slice(1),
  'in both': (offsets: number[]) => offsets,
};

for (const [where, chosen] of Object.entries(places)) {
  // The lowest bit keeps the order of the index, the third breaks it.
  for (const bit of [0x01, 0x04]) {
    test(`of a job's id, ${where} (bit ${bit})`, async () => {
      const folder = await tempDir();
      const entries: KeychainEntries = new Map();
      const before = await openTestOutbox(folder, entries);
      before.outbox.enqueue([a, b, c].map((id) => queuedDocument(id)));
      const jobs = before.outbox.jobs();
      before.database.close();

      const path = join(folder, 'station.sqlite');
      const bytes = await readFile(path);
      const offsets: number[] = [];
      for (let at = bytes.indexOf(b); at !== -1; at = bytes.indexOf(b, at + 1)) offsets.push(at);
      expect(offsets).toHaveLength(2);
      for (const at of chosen(offsets)) bytes.writeUInt8(bytes.readUInt8(at + b.length - 1) ^ bit, at + b.length - 1);
      await writeFile(path, bytes);

      const { outbox, database } = await openTestOutbox(folder, entries);
      expect(database.notices).toEqual([]);
      expect((await readdir(folder)).filter((name) => name.includes('damaged'))).toEqual([]);
      const lost: readonly string[] = where === 'in the index' ? [] : [b];
      expect(outbox.jobs()).toEqual(jobs.filter(({ id }) => !lost.includes(id)));
      expect(outbox.quarantined().map(({ kind }) => kind)).toEqual(lost.map(() => 'job'));
      expect(database.sql.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    });
  }
}
