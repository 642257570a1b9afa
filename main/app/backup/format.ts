/** The format of a backup: a ZIP of a data folder's files and, as its last entry, the manifest with the SHA-256 of each. */
import { z } from 'zod';

export const format = 'signing-station-backup';
export const manifestName = 'manifest.json';
export const ledgerName = 'sent-ledger';

/** Only these files are copied, and no name leads out of the folder. */
export const fileName = /^(?:(?:settings|station)\.sqlite(?:-wal)?|sent-ledger|(?:encrypted|quarantine)\/[\w.-]+)$/;
/** The names in the data folder that a restore moves. */
export const isData = (name: string): boolean =>
  /^(?:settings|station)(?:-salvage)?\.sqlite(?:-wal|-shm)?$|^sent-ledger$|^encrypted(?:-on-other-disk)?$|^quarantine$/.test(name);

/** The key of the data, encrypted under a code (`sealed-key.ts`), of a backup for another computer. */
export const sealedKeySchema = z.object({ id: z.string(), salt: z.base64(), sealed: z.base64() });
export type SealedKey = z.infer<typeof sealedKeySchema>;

export const manifestSchema = z.object({
  format: z.literal(format),
  schema: z.number().int(),
  madeAt: z.iso.datetime(),
  files: z.array(z.object({ name: z.string().regex(fileName), size: z.number().int(), sha256: z.string() })),
  key: sealedKeySchema.optional(),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** For long work on a backup. `onBytes` gets the bytes of the data that are read, and all of them. */
export type Following = { signal?: AbortSignal; onBytes?: (done: number, total: number) => void };
