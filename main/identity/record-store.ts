/** Transaction records in the database, sealed. Everything here is done when the call returns, on the disk. */
import { z } from 'zod';
import { StationError } from '../../shared/errors.ts';
import type { Database } from '../store/database.ts';
import { type Opened, openedOrNot, openSealed } from '../store/sealed-table.ts';
import { type Sealer, type SealLabel, Unsealable } from '../vault/sealing.ts';
import { type KeptRecord, keptRecordSchema } from './kept-record.ts';

export type RecordStore = {
  /** @throws StationError `disk-full` */
  add(record: KeptRecord): void;
  /** @throws StationError `record-unknown`, Unsealable */
  get(id: string): KeptRecord;
  /** Of all visits, in the order in which they came; one at a time. */
  all(): Generator<Opened<KeptRecord>>;
  /** In the order in which they came. */
  ofCase(caseId: string): Opened<KeptRecord>[];
  removeOfCase(caseId: string): void;
  /** Whether a record of that id is kept, readable or not. */
  has(id: string): boolean;
  /** Sealed under a key that is not at hand. */
  locked(): number;
  /** Seals anew what is under another key. Answers whether all is under this one. */
  renewSeals(key: string): boolean;
};

const rowSchema = z.object({ id: z.string(), case_id: z.string(), sealed: z.instanceof(Uint8Array) });

export function openRecordStore({ database, sealer }: { database: Database; sealer: Sealer }): RecordStore {
  const { sql } = database;
  const columns = 'id, case_id, sealed';
  const insert = sql.prepare('INSERT INTO identity_record (id, case_id, key, sealed) VALUES (?, ?, ?, ?)');
  const selectOne = sql.prepare(`SELECT ${columns} FROM identity_record WHERE id = ?`);
  const selectIds = sql.prepare('SELECT id FROM identity_record ORDER BY number');
  const selectOfCase = sql.prepare(`SELECT ${columns} FROM identity_record WHERE case_id = ? ORDER BY number`);
  const removeOfCase = sql.prepare('DELETE FROM identity_record WHERE case_id = ?');
  const keys = sql.prepare('SELECT key, count(*) AS count FROM identity_record GROUP BY key');
  const underOther = sql.prepare(`SELECT ${columns} FROM identity_record WHERE key <> ?`);
  const reseal = sql.prepare('UPDATE identity_record SET key = ?, sealed = ? WHERE id = ?');

  const label = (id: string, caseId: string): SealLabel => ({ kind: 'identity-record', id, version: 1, clear: [caseId] });
  const opened = (row: unknown): KeptRecord => {
    const { id, case_id, sealed } = rowSchema.parse(row);
    return openSealed(sealer, label(id, case_id), sealed, keptRecordSchema);
  };

  return {
    add(record) {
      const sealed = sealer.seal(label(record.id, record.caseId), record);
      database.transaction(() => insert.run(record.id, record.caseId, sealer.keyOf(sealed), sealed));
    },
    get(id) {
      const row = selectOne.get(id);
      if (!row) throw new StationError('record-unknown');
      return opened(row);
    },
    *all() {
      // By id, so that no statement stays open while somebody does something else.
      for (const { id } of selectIds.all()) {
        const row = selectOne.get(String(id));
        if (row) yield openedOrNot(String(id), () => opened(row));
      }
    },
    ofCase: (caseId) => selectOfCase.all(caseId).map((row) => openedOrNot(rowSchema.parse(row).id, () => opened(row))),
    removeOfCase: (caseId) => void database.transaction(() => removeOfCase.run(caseId)),
    has: (id) => selectOne.get(id) !== undefined,
    locked: () =>
      keys
        .all()
        .filter(({ key }) => sealer.isAbsent(String(key)))
        .reduce((sum, { count }) => sum + Number(count), 0),
    renewSeals(key) {
      let all = true;
      for (const row of underOther.all(key)) {
        const { id, case_id, sealed } = rowSchema.parse(row);
        try {
          // As it stands, parsed or not: what a later version may read is not to be lost.
          const anew = sealer.seal(label(id, case_id), sealer.open(label(id, case_id), sealed));
          database.transaction(() => reseal.run(sealer.keyOf(anew), anew, id));
        } catch (thrown) {
          if (!(thrown instanceof Unsealable)) throw thrown;
          all = false;
        }
      }
      return all;
    },
  };
}
