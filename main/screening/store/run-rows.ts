/** Rows of the table `mass_run`. */
import { z } from 'zod';
import type { Database } from '../../store/database.ts';
import { type Sealer, type SealLabel, Unsealable } from '../../vault/sealing.ts';
import { type KeptRun, keptRunSchema } from './kept-run.ts';

const storedSchema = z.object({ id: z.string(), started_at: z.string(), sealed: z.instanceof(Uint8Array) });

const labelOf = (id: string, startedAt: string): SealLabel => ({ kind: 'mass-run', id, version: 1, clear: [startedAt] });

export function createRunRows({ sql }: Database, sealer: Sealer) {
  const selectAll = sql.prepare('SELECT id, started_at, sealed FROM mass_run ORDER BY rowid');
  const upsert = sql.prepare(
    'INSERT INTO mass_run (id, started_at, state, sealed) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET state = excluded.state, sealed = excluded.sealed',
  );
  const remove = sql.prepare('DELETE FROM mass_run WHERE id = ?');

  const put = (run: KeptRun): void => {
    const { id, startedAt, ...hidden } = run;
    upsert.run(id, startedAt, run.state, sealer.seal(labelOf(id, startedAt), hidden));
  };

  /** Those that can be opened; the others are counted, and stay in the table as they are. */
  function all(): { runs: KeptRun[]; locked: number; damaged: number } {
    let [locked, damaged] = [0, 0];
    const runs = selectAll.all().flatMap((row) => {
      const { id, started_at: startedAt, sealed } = storedSchema.parse(row);
      try {
        const hidden = z.record(z.string(), z.unknown()).parse(sealer.open(labelOf(id, startedAt), sealed));
        return [keptRunSchema.parse({ ...hidden, id, startedAt })];
      } catch (thrown) {
        if (thrown instanceof Unsealable && thrown.reason === 'key-absent') locked += 1;
        else if (thrown instanceof Unsealable || thrown instanceof z.ZodError) damaged += 1;
        else throw thrown;
        return [];
      }
    });
    return { runs, locked, damaged };
  }

  return { all, put, remove: (id: string): void => void remove.run(id) };
}
