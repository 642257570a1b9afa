/** How `serve` is set up: what is stored, then the settings file, then the environment, then the arguments; the later one counts. */
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type ServiceSettings, serviceSettingsSchema, serviceTransportSchema } from '../../shared/domain/web-service.ts';
import { systemCode } from '../platform/files/disk-problem.ts';
import type { CommandIo } from './io.ts';
import { WrongUse } from './wrong-use.ts';

type Part = Partial<ServiceSettings>;
type PathName = 'certificateFile' | 'keyFile' | 'pkcs12File' | 'watchedFolder';
const pathNames: readonly PathName[] = ['certificateFile', 'keyFile', 'pkcs12File', 'watchedFolder'];

const text = (value: string): unknown => value;
const number = (value: string): unknown => (/^\d{1,9}$/.test(value) ? Number(value) : value);
const list = (value: string): unknown => value.split(/[\s,]+/).filter((one) => one !== '');
const yes = (value: string): unknown => ({ true: true, yes: true, 1: true, false: false, no: false, 0: false })[value] ?? value;

/** `compared` and `enabled` are not here: the first is for a file, the second is what the command says. */
const variables = {
  STATION_SERVICE_HOST: ['host', text],
  STATION_SERVICE_PORT: ['port', number],
  STATION_SERVICE_TRANSPORT: ['transport', text],
  STATION_SERVICE_CERTIFICATE: ['certificateFile', text],
  STATION_SERVICE_KEY: ['keyFile', text],
  STATION_SERVICE_PKCS12: ['pkcs12File', text],
  STATION_SERVICE_ALLOWED: ['allowed', list],
  STATION_SERVICE_PROXIES: ['proxies', list],
  STATION_SERVICE_TOKEN_MINUTES: ['tokenMinutes', number],
  STATION_SERVICE_BODY_MIB: ['bodyMiB', number],
  STATION_SERVICE_PUBLISH: ['watchedFolder', text],
  STATION_SERVICE_PUBLISH_KEY: ['watchedKey', text],
  STATION_SERVICE_PUBLISH_ONCE: ['watchedOnce', yes],
} as const satisfies Record<string, readonly [keyof ServiceSettings, (value: string) => unknown]>;

/** Those of `serve` that are read elsewhere: users and secrets. */
const others = [
  'STATION_SERVICE_USERNAME',
  'STATION_SERVICE_PASSWORD',
  'STATION_SERVICE_PASSWORD_FILE',
  'STATION_SERVICE_PASSPHRASE',
  'STATION_SERVICE_PASSPHRASE_FILE',
  'STATION_SERVICE_OLD_PASSWORD_HOURS',
];
const known: ReadonlySet<string> = new Set([...Object.keys(variables), ...others]);

/** @throws WrongUse that names the member or the variable, never its value */
export async function serveSettings(
  stored: ServiceSettings,
  file: string | undefined,
  given: Part,
  { env, cwd }: Pick<CommandIo, 'env' | 'cwd'>,
): Promise<ServiceSettings> {
  const fromFile = file === undefined ? {} : await readSettingsFile(resolve(cwd, file));
  const fromEnvironment = readVariables(env);
  const parts = [fromFile, fromEnvironment, given];
  const merged = { ...stored, ...fromFile, ...absolute({ ...fromEnvironment, ...given }, cwd), enabled: true };
  return withTransport({ ...merged, compared: { ...stored.compared, ...fromFile.compared } }, parts);
}

/** Naming certificate files says that they are to be used; one without the other must not end in plain HTTP. @throws WrongUse */
function withTransport(settings: ServiceSettings, parts: readonly Part[]): ServiceSettings {
  const isNamed = parts.some(({ certificateFile, keyFile }) => certificateFile || keyFile);
  if (isNamed || settings.transport === 'files') {
    if (settings.certificateFile === '')
      throw new WrongUse('certificate-half', { missing: 'certificateFile, STATION_SERVICE_CERTIFICATE' });
    if (settings.keyFile === '') throw new WrongUse('certificate-half', { missing: 'keyFile, STATION_SERVICE_KEY' });
  }
  if (parts.some(({ transport }) => transport !== undefined) || settings.transport !== 'none') return settings;
  const { certificateFile, keyFile, pkcs12File } = settings;
  const transport = pkcs12File !== '' ? 'pkcs12' : certificateFile !== '' && keyFile !== '' ? 'files' : 'none';
  return { ...settings, transport: serviceTransportSchema.parse(transport) };
}

/** Of what is given only; a default is not what somebody said. */
function said(value: object): { part: Part } | { field: string } {
  const parsed = serviceSettingsSchema.strict().safeParse(value);
  if (parsed.success) {
    const all = parsed.data as Record<string, unknown>;
    return { part: Object.fromEntries(Object.keys(value).map((name) => [name, all[name]])) as Part };
  }
  const [issue] = parsed.error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  return { field: [...(issue?.path ?? []), ...unknown].join('.') || '—' };
}

/** Paths count from the folder of the file. @throws WrongUse */
async function readSettingsFile(path: string): Promise<Part> {
  const content = await readFile(path, 'utf8').catch((thrown: unknown) => {
    throw new WrongUse('settings-file-unreadable', { cause: systemCode(thrown) ?? 'unknown' });
  });
  let value: unknown;
  try {
    value = JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch {
    throw new WrongUse('settings-file-not-json');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new WrongUse('settings-file-not-json');
  const read = said(value);
  if ('enabled' in value && value.enabled === false) throw new WrongUse('settings-file-not-enabled');
  if ('field' in read) throw new WrongUse('settings-file-invalid', { field: read.field });
  // Of `compared` too, what is not there stays as it was.
  const { compared } = value as { compared?: object };
  const named = compared
    ? Object.fromEntries(Object.entries(read.part.compared ?? {}).filter(([kind]) => Object.hasOwn(compared, kind)))
    : {};
  return absolute({ ...read.part, ...(compared && { compared: named as ServiceSettings['compared'] }) }, dirname(path));
}

/** An empty one counts as absent; one that is not known may be a safety setting that was typed wrong. @throws WrongUse */
function readVariables(env: NodeJS.ProcessEnv): Part {
  const unknown = Object.keys(env).find((name) => name.startsWith('STATION_SERVICE_') && !known.has(name) && env[name]?.trim());
  if (unknown !== undefined) throw new WrongUse('variable-unknown', { variable: unknown });
  let all: Part = {};
  for (const [variable, [name, read]] of Object.entries(variables)) {
    const value = env[variable]?.trim();
    if (!value) continue;
    const one = said({ [name]: read(value) });
    if ('field' in one) throw new WrongUse('variable-invalid', { variable });
    all = { ...all, ...one.part };
  }
  return all;
}

function absolute(part: Part, folder: string): Part {
  const paths = pathNames.flatMap((name) => (part[name] ? [[name, resolve(folder, part[name])]] : []));
  return { ...part, ...Object.fromEntries(paths) };
}
