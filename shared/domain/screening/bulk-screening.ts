/** Bulk screening: a table of persons from a file, how its columns are read, and the state of the run. */
import { z } from 'zod';
import { problemSchema } from '../../problem-schema.ts';
import { rowFaultSchema } from './screening.ts';

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;

/** Options for reading the file. XLSX uses only `header` and `sheet`. */
export const tableOptionsSchema = z.object({
  encoding: z.enum(encodings),
  /** One character; usually `,` `;` tab or `|`. */
  separator: z.string().length(1),
  /** One character; if empty, quotes are ordinary text. */
  quote: z.string().max(1),
  /** The first row holds the column names. */
  header: z.boolean(),
  /** Name of an XLSX sheet; null in a CSV. */
  sheet: z.string().nullable(),
});
export type TableOptions = z.infer<typeof tableOptionsSchema>;

const column = z.number().int().nonnegative().max(16_383);

/** Which columns make up a query; columns count from 0. */
export const columnMappingSchema = z.object({
  /** Joined with blanks, in this order: first names, then surnames. */
  name: z.array(column).min(1).max(10),
  /** "SURNAME, First" becomes "First SURNAME", in each name column that holds a comma. */
  surnameFirst: z.boolean(),
  /** Only in rows with this value in this column (a company's "Co., Ltd." is no first name); null for all rows. */
  surnameFirstWhere: z.object({ column, value: z.string() }).nullable(),
  identification: column.nullable(),
  /** Cell texts that mean an empty cell, such as `-0-` in some published lists. */
  empty: z.array(z.string()).max(10),
});
export type ColumnMapping = z.infer<typeof columnMappingSchema>;

/** A chosen file with a preview of its content. The path stays in main. */
export const tablePreviewSchema = z.object({
  fileId: z.string(),
  name: z.string(),
  format: z.enum(['csv', 'xlsx']),
  options: tableOptionsSchema,
  /** Sheets of an XLSX, in order. */
  sheets: z.array(z.string()),
  /** From the header; a column without a name has an empty one. */
  columns: z.array(z.string()),
  /** The first rows, at most 20, header left out. */
  sample: z.array(z.array(z.string())),
  /** A first guess from the column names and the cells. */
  mapping: columnMappingSchema,
  /** Whether the columns of the guess clearly hold the names. */
  isNameSure: z.boolean(),
  /** Why the file cannot be read with these options; columns and sample are then empty. */
  problem: problemSchema.nullable(),
});
export type TablePreview = z.infer<typeof tablePreviewSchema>;

export const checkedRowSchema = z.object({
  /** Row of the table from 1, header not counted. */
  number: z.number().int(),
  name: z.string(),
  identification: z.string(),
  faults: z.array(rowFaultSchema),
});
export type CheckedRow = z.infer<typeof checkedRowSchema>;

/** The check of the whole file before any row is screened. */
export const tableCheckSchema = z.object({
  rows: z.number().int(),
  /** Rows that will be screened. */
  screenable: z.number().int(),
  /** Empty lines; they are not rows. */
  blankLines: z.number().int(),
  /** How many rows have each fault; a row may have several. */
  faults: z.record(rowFaultSchema, z.number().int()),
  /** The first rows as they will be screened, and the first faulty ones; at most 50 each. */
  first: z.array(checkedRowSchema),
  faulty: z.array(checkedRowSchema),
});
export type TableCheck = z.infer<typeof tableCheckSchema>;

/** `waiting`: for the connection; continues automatically. `preparing`: rows are being taken over from the file. */
export const runStateSchema = z.enum(['preparing', 'running', 'waiting', 'paused', 'done']);

export const runPaceSchema = z.object({
  /** Maximum number of concurrent screenings. */
  concurrency: z.number().int().min(1).max(32),
  /** Maximum number of screenings started per minute; 0 for no limit. */
  perMinute: z.number().int().min(0).max(100_000),
});
export type RunPace = z.infer<typeof runPaceSchema>;

export const runSchema = z.object({
  id: z.string(),
  fileName: z.string(),
  state: runStateSchema,
  judicial: z.boolean(),
  procurator: z.boolean(),
  pace: runPaceSchema,
  by: z.string(),
  /** Name of the connection profile; null: practice. */
  connection: z.string().nullable(),
  /** ISO 8601, UTC. */
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** False while rows of its file are missing; if there is a problem, for as long as it lasts. */
  takenOver: z.boolean(),
  rows: z.number().int(),
  /** They add up to `rows`. `asking` counts as waiting. */
  counts: z.object({
    waiting: z.number().int(),
    clear: z.number().int(),
    match: z.number().int(),
    unavailable: z.number().int(),
    failed: z.number().int(),
    skipped: z.number().int(),
    damaged: z.number().int(),
  }),
  /** Rows with a match and no final decision. */
  undecided: z.number().int(),
  /** Estimated from the pace of the last minutes; null while unknown or while nothing runs. */
  secondsLeft: z.number().nullable(),
  /** What it waits for, or why it was paused automatically. */
  problem: problemSchema.nullable(),
});
export type Run = z.infer<typeof runSchema>;

export const startRunSchema = z.object({
  fileId: z.string(),
  options: tableOptionsSchema,
  mapping: columnMappingSchema,
  judicial: z.boolean(),
  procurator: z.boolean(),
  pace: runPaceSchema,
});
export type StartRun = z.infer<typeof startRunSchema>;

export const exportFormatSchema = z.enum(['csv', 'xlsx']);
export type ExportFormat = z.infer<typeof exportFormatSchema>;
