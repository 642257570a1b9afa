/** The settings of `serve`: stored ones, then the settings file, the environment and the arguments. The later one counts. */
import { dirname, resolve } from 'node:path';
import {
  comparedSchema,
  type ServiceSettings,
  serviceSettingsSchema,
  serviceTransportSchema,
} from '../../../../shared/domain/web-service/web-service.ts';
import type { CommandIo } from '../../support/io.ts';
import { faultIn, readJsonFileOption } from '../../support/json-file-option.ts';
import { WrongUse } from '../../support/wrong-use.ts';

type Part = Partial<ServiceSettings>;
type PathName = 'certificateFile' | 'keyFile' | 'pkcs12File' | 'watchedFolder';
const pathNames: readonly PathName[] = ['certificateFile', 'keyFile', 'pkcs12File', 'watchedFolder'];

const text = (value: string): unknown => value;
const number = (value: string): unknown => (/^\d{1,9}$/.test(value) ? Number(value) : value);
const list = (value: string): unknown => value.split(/[\s,]+/).filter((one) => one !== '');
const yes = (value: string): unknown => ({ true: true, yes: true, 1: true, false: false, no: false, 0: false })[value] ?? value;

/** Without `compared`, which only a file sets, and `enabled`, which the command sets. */
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

/** Variables of `serve` that other files read: users and secrets. */
const otherVariables = [
  'STATION_SERVICE_USERNAME',
  'STATION_SERVICE_PASSWORD',
  'STATION_SERVICE_PASSWORD_FILE',
  'STATION_SERVICE_PASSPHRASE',
  'STATION_SERVICE_PASSPHRASE_FILE',
  'STATION_SERVICE_OLD_PASSWORD_HOURS',
];
const known: ReadonlySet<string> = new Set([...Object.keys(variables), ...otherVariables]);

/** @throws WrongUse that names the member or the variable, never its value */
export async function serveSettings(
  stored: ServiceSettings,
  file: string | undefined,
  fromArguments: Part,
  { env, cwd }: Pick<CommandIo, 'env' | 'cwd'>,
): Promise<ServiceSettings> {
  const fromFile = file === undefined ? {} : await readSettingsFile(resolve(cwd, file));
  const fromEnvironment = readVariables(env);
  const parts = [fromFile, fromEnvironment, fromArguments];
  const merged = { ...stored, ...fromFile, ...absolute({ ...fromEnvironment, ...fromArguments }, cwd), enabled: true };
  return withTransport({ ...merged, compared: { ...stored.compared, ...fromFile.compared } }, parts);
}

/** Named certificate files are used. One without the other must not result in plain HTTP. @throws WrongUse */
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

/** An unknown member is refused in `compared` too: a mistyped kind would leave the members that decide which documents go out as they were. */
const partSchema = serviceSettingsSchema.extend({ compared: comparedSchema.strict().prefault({}) }).strict();

/** Parses a part of the settings, and returns only its own members without defaults. */
function parsePart(value: object): { part: Part } | { fault: ReturnType<typeof faultIn> } {
  const parsed = partSchema.safeParse(value);
  if (!parsed.success) return { fault: faultIn(parsed.error, value) };
  const all = parsed.data as Record<string, unknown>;
  return { part: Object.fromEntries(Object.keys(value).map((name) => [name, all[name]])) as Part };
}

/** Paths count from the folder of the file. @throws WrongUse */
async function readSettingsFile(path: string): Promise<Part> {
  const value = await readJsonFileOption('--settings-file', path);
  const read = parsePart(value);
  if ('enabled' in value && value.enabled === false) throw new WrongUse('settings-file-not-enabled');
  if ('fault' in read) throw new WrongUse('json-file-invalid', { option: '--settings-file', ...read.fault });
  // A missing member of `compared` keeps its value, too.
  const { compared } = value as { compared?: object };
  const named = compared
    ? Object.fromEntries(Object.entries(read.part.compared ?? {}).filter(([kind]) => Object.hasOwn(compared, kind)))
    : {};
  return absolute({ ...read.part, ...(compared && { compared: named as ServiceSettings['compared'] }) }, dirname(path));
}

/** An empty variable counts as missing. An unknown one may be a mistyped safety setting. @throws WrongUse */
function readVariables(env: NodeJS.ProcessEnv): Part {
  const unknown = Object.keys(env).find((name) => name.startsWith('STATION_SERVICE_') && !known.has(name) && env[name]?.trim());
  if (unknown !== undefined) throw new WrongUse('variable-unknown', { variable: unknown });
  let all: Part = {};
  for (const [variable, [name, read]] of Object.entries(variables)) {
    const value = env[variable]?.trim();
    if (!value) continue;
    const one = parsePart({ [name]: read(value) });
    if ('fault' in one) throw new WrongUse('variable-invalid', { variable, ...one.fault });
    all = { ...all, ...one.part };
  }
  return all;
}

function absolute(part: Part, folder: string): Part {
  const paths = pathNames.flatMap((name) => (part[name] ? [[name, resolve(folder, part[name])]] : []));
  return { ...part, ...Object.fromEntries(paths) };
}
