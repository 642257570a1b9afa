/** The files of persons that were chosen, by id: the page never learns their paths. */
import { randomUUID } from 'node:crypto';
import type { ColumnMapping, TableCheck, TableOptions, TablePreview } from '../../../../shared/domain/bulk-screening.ts';
import { StationError } from '../../../../shared/errors.ts';
import { hashFile } from '../../../platform/files/hash-file.ts';
import { checkTable, describeTable } from './table/describe-table.ts';

export type ChosenFile = { path: string; sha256: string };

export type ChosenFiles = {
  open(path: string, chosen?: Partial<TableOptions>): Promise<TablePreview>;
  preview(fileId: string, options: TableOptions): Promise<TablePreview>;
  check(fileId: string, options: TableOptions, mapping: ColumnMapping): Promise<TableCheck>;
  /** @throws StationError `run-unknown` */
  get(fileId: string): ChosenFile;
  close(): void;
};

export function createChosenFiles(): ChosenFiles {
  const files = new Map<string, ChosenFile>();
  const readings = new Map<string, AbortController>();

  const get = (fileId: string): ChosenFile => {
    const file = files.get(fileId);
    if (!file) throw new StationError('run-unknown');
    return file;
  };

  /** Allows one reading of a file at a time: a new one cancels the one before. */
  function nextReading(fileId: string): AbortSignal {
    readings.get(fileId)?.abort();
    const stop = new AbortController();
    readings.set(fileId, stop);
    return stop.signal;
  }

  return {
    async open(path, chosen) {
      const described = await describeTable(path, chosen);
      const fileId = randomUUID();
      files.set(fileId, { path, sha256: (await hashFile(path)).sha256 });
      return { ...described, fileId };
    },
    preview: async (fileId, options) => ({ ...(await describeTable(get(fileId).path, options, nextReading(fileId))), fileId }),
    check: (fileId, options, mapping) => checkTable(get(fileId).path, options, mapping, nextReading(fileId)),
    get,
    close() {
      for (const stop of readings.values()) stop.abort();
    },
  };
}
