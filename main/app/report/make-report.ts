/**
 * Makes the report of a problem: what someone who helps needs to know, without secrets and personal data. Each of its files is a text
 * that a person can read before it is saved.
 */
import { readdirSync, statSync } from 'node:fs';
import { freemem, release, totalmem } from 'node:os';
import { join } from 'node:path';
import packageFile from '../../../package.json' with { type: 'json' };
import { storedProfileSchema } from '../../../shared/domain/settings/profile.ts';
import { settingsSchema } from '../../../shared/domain/settings/settings.ts';
import { serviceSettingsSchema } from '../../../shared/domain/web-service/web-service.ts';
import type { ProblemCode } from '../../../shared/errors.ts';
import { oneChunk } from '../../platform/files/write-whole.ts';
import { zipBytes } from '../../platform/files/write-zip.ts';
import { listCrashDumps } from '../../platform/log/crash-dumps.ts';
import { readLog } from '../../platform/log/event-log.ts';
import { readJsonValues } from '../../platform/storage/read-json-values.ts';
import { schemaVersion } from '../../platform/storage/schema.ts';
import type { StateCounts } from './count-states.ts';
import { summarize } from './summarize-settings.ts';

/** `name`: path in the ZIP, with `/`. */
export type ReportFile = { name: string; text: string };

export type ReportFacts = {
  /** Null when the data could not be opened; `code` then says why. */
  counts: StateCounts | null;
  code: ProblemCode | null;
  /** Codes of the notices about stored data. */
  notices: readonly ProblemCode[];
  keychain: ProblemCode | null;
  practice: boolean | null;
};

/** Reads only, so it also works while another process has the data open. */
export function makeReport(dataDir: string, facts: ReportFacts, now: Date): ReportFile[] {
  const { files, leftOut } = readLog(dataDir);
  return [
    {
      name: 'report.json',
      text: json({ madeAt: now.toISOString(), ...versions(), ...facts, data: dataSizes(dataDir), logLinesLeftOut: leftOut }),
    },
    { name: 'settings.json', text: json(settingsOf(dataDir)) },
    { name: 'crash-dumps.json', text: json(listCrashDumps(dataDir)) },
    ...files.map(({ name, text }) => ({ name: `log/${name}`, text })),
  ];
}

/** The bytes of the ZIP. */
export const reportZip = (files: readonly ReportFile[], now: Date): AsyncIterable<Uint8Array> =>
  zipBytes(
    files.map(({ name, text }) => ({ name, kind: 'text', size: null, read: () => oneChunk(Buffer.from(text)) })),
    now,
  );

/** `signing-station-report-2026-11-26.zip` */
export const reportName = (now: Date): string => `signing-station-report-${now.toISOString().slice(0, 10)}.zip`;

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const versions = () => ({
  versions: {
    station: packageFile.version,
    schema: schemaVersion,
    node: process.versions.node,
    electron: process.versions.electron ?? null,
    chrome: process.versions.chrome ?? null,
    openssl: process.versions.openssl ?? null,
  },
  system: {
    platform: process.platform,
    arch: process.arch,
    release: release(),
    memoryMiB: Math.round(totalmem() / 2 ** 20),
    freeMiB: Math.round(freemem() / 2 ** 20),
    processMiB: Math.round(process.memoryUsage.rss() / 2 ** 20),
    upSeconds: Math.round(process.uptime()),
  },
});

function settingsOf(dataDir: string) {
  const all = readJsonValues(join(dataDir, 'settings.sqlite'));
  const of = (kind: string) => all.filter((row) => row.kind === kind).map(({ value }) => value);
  return {
    settings: of('settings').map((value) => summarize(settingsSchema, value)),
    profiles: of('profile').map((value) => summarize(storedProfileSchema, value)),
    service: of('service').map((value) => summarize(serviceSettingsSchema, value)),
  };
}

/** Files of the data folder whose names are ours. */
const known = ['settings.sqlite', 'settings.sqlite-wal', 'station.sqlite', 'station.sqlite-wal', 'sent-ledger'];
const knownFolders = ['encrypted', 'quarantine', 'daily-backups', 'logs', 'crash-dumps'];

/** Bytes of each file, number of files in each folder; null for what is missing. */
function dataSizes(dataDir: string): Record<string, number | null> {
  const size = (name: string) => statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? null;
  const count = (name: string) =>
    statSync(join(dataDir, name), { throwIfNoEntry: false })?.isDirectory() ? readdirSync(join(dataDir, name)).length : null;
  return Object.fromEntries([...known.map((name) => [name, size(name)]), ...knownFolders.map((name) => [`${name}/`, count(name)])]);
}
