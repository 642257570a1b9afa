/** The settings of the service as typed: addresses, compared members, their faults, and the change to send. Pure. */

import { z } from 'zod';
import {
  comparedSchema,
  type PublicationKeyKind,
  publicationKeyKinds,
  type ServiceChange,
  type ServiceSettings,
  serviceSettingsSchema,
} from '../../../../shared/domain/web-service/web-service.ts';
import type { Problem } from '../../../../shared/errors.ts';

/** Lists are as typed; an emptied number is NaN. For each kind of key, the members that are compared. */
export type ServiceForm = Pick<ServiceSettings, 'host' | 'port' | 'transport' | 'tokenMinutes' | 'bodyMiB' | 'watchedKey' | 'watchedOnce'> &
  Record<'allowed' | 'proxies' | PublicationKeyKind, string>;
export type ServiceField = keyof ServiceForm;

/** Set by main's dialogs; not part of the input, but may be missing. */
export type PathField = 'certificateFile' | 'keyFile' | 'pkcs12File' | 'watchedFolder';

type FaultKind = 'hostMissing' | 'needsTls' | 'port' | 'addresses' | 'tooMany' | 'minutes' | 'size' | 'names' | 'fileMissing';
/** `entries`: the list entries that it is about. */
type Fault = { kind: FaultKind; entries?: string[] };
export type Faults = Partial<Record<ServiceField | PathField, Fault>>;

/** Fields of the transaction record that may contain it; the members of `JsonTransaction` itself are not shown (endpoint B, use 1). */
export const suggested: Record<PublicationKeyKind, readonly string[]> = {
  identification: ['IdNumber', 'IdNumberFromClient'],
  transaction: ['TransactionId', 'ProcessId', 'SessionId'],
  uid: ['Uid'],
  customer: ['CustomerIdFromClient'],
};

const listed = (names: readonly string[]): string => names.join(', ');

/** Returns the list with one name added or removed. */
export function toggled(text: string, name: string): string {
  const names = entriesOf(text);
  return listed(names.includes(name) ? names.filter((one) => one !== name) : [...names, name]);
}

export function formOf(settings: ServiceSettings): ServiceForm {
  const { host, port, transport, tokenMinutes, bodyMiB, watchedKey, watchedOnce, compared } = settings;
  return {
    host,
    port,
    transport,
    tokenMinutes,
    bodyMiB,
    watchedKey,
    watchedOnce,
    allowed: settings.allowed.join('\n'),
    proxies: settings.proxies.join('\n'),
    identification: listed(compared.identification),
    transaction: listed(compared.transaction),
    uid: listed(compared.uid),
    customer: listed(compared.customer),
  };
}

const fits = (member: 'port' | 'tokenMinutes' | 'bodyMiB', value: number): boolean =>
  serviceSettingsSchema.shape[member].safeParse(value).success;

const rangeSchema = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** Returns the entries of a typed list, separated by commas, semicolons, blanks or lines; each once. */
export const entriesOf = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter((entry) => entry !== ''))];

/** An IP address, or a range of them in CIDR notation. */
export const isRange = (entry: string): boolean => rangeSchema.safeParse(entry).success;

/** Returns the entries of a list that are neither. */
export const unusable = (text: string): string[] => entriesOf(text).filter((entry) => !isRange(entry));

/** Returns the entry that is still being typed: no separator follows it. Empty for none. */
export const unfinished = (text: string): string => /[^\s,;]*$/.exec(text)?.[0] ?? '';

/** Whether an address is certainly reachable from other computers: only main can resolve a name. */
export function isOutside(host: string): boolean {
  if (z.ipv4().safeParse(host).success) return !host.startsWith('127.');
  return z.ipv6().safeParse(host).success && !/^[0:]*:0{0,3}1$/.test(host) && !/^::ffff:127\./i.test(host);
}

function faultOfAddresses(member: 'allowed' | 'proxies', text: string): Fault | undefined {
  const entries = unusable(text);
  if (entries.length > 0) return { kind: 'addresses', entries };
  return serviceSettingsSchema.shape[member].safeParse(entriesOf(text)).success ? undefined : { kind: 'tooMany' };
}

const faultOfNames = (kind: PublicationKeyKind, text: string): Fault | undefined =>
  comparedSchema.shape[kind].safeParse(entriesOf(text)).success ? undefined : { kind: 'names' };

/** Returns the faults that can never work; only main knows whether a port is free or a certificate is valid. */
export function faultsOf(form: ServiceForm, paths: Pick<ServiceSettings, PathField>): Faults {
  const host = form.host.trim();
  const missing = (path: PathField): Fault | undefined => (paths[path] === '' ? { kind: 'fileMissing' } : undefined);
  const found: { [Name in keyof Faults]: Fault | undefined } = {
    host: host === '' ? { kind: 'hostMissing' } : form.transport === 'none' && isOutside(host) ? { kind: 'needsTls' } : undefined,
    port: fits('port', form.port) ? undefined : { kind: 'port' },
    allowed: faultOfAddresses('allowed', form.allowed),
    ...(form.transport === 'proxy' ? { proxies: faultOfAddresses('proxies', form.proxies) } : {}),
    ...(form.transport === 'files' ? { certificateFile: missing('certificateFile'), keyFile: missing('keyFile') } : {}),
    ...(form.transport === 'pkcs12' ? { pkcs12File: missing('pkcs12File') } : {}),
    tokenMinutes: fits('tokenMinutes', form.tokenMinutes) ? undefined : { kind: 'minutes' },
    bodyMiB: fits('bodyMiB', form.bodyMiB) ? undefined : { kind: 'size' },
    ...Object.fromEntries(publicationKeyKinds.map((kind) => [kind, faultOfNames(kind, form[kind])])),
  };
  return Object.fromEntries(Object.entries(found).filter(([, fault]) => fault !== undefined));
}

/** Returns the settings that differ, from a form without faults; nothing else is sent. */
export function changeOf(form: ServiceForm, settings: ServiceSettings): ServiceChange {
  const before = formOf(settings);
  const differs = (name: ServiceField): boolean => form[name] !== before[name];
  const only = <Part extends ServiceChange>(name: ServiceField, part: Part): Part | Record<never, never> => (differs(name) ? part : {});
  return {
    ...only('host', { host: form.host.trim() }),
    ...only('port', { port: form.port }),
    ...only('transport', { transport: form.transport }),
    ...only('allowed', { allowed: entriesOf(form.allowed) }),
    // Hidden unless behind a proxy: an invalid hidden field must not block saving.
    ...(unusable(form.proxies).length === 0 ? only('proxies', { proxies: entriesOf(form.proxies) }) : {}),
    ...only('tokenMinutes', { tokenMinutes: form.tokenMinutes }),
    ...only('bodyMiB', { bodyMiB: form.bodyMiB }),
    ...only('watchedKey', { watchedKey: form.watchedKey }),
    ...only('watchedOnce', { watchedOnce: form.watchedOnce }),
    ...(publicationKeyKinds.some(differs)
      ? {
          compared: {
            identification: entriesOf(form.identification),
            transaction: entriesOf(form.transaction),
            uid: entriesOf(form.uid),
            customer: entriesOf(form.customer),
          },
        }
      : {}),
  };
}

/** Returns the input that differs from the stored settings. */
export function stillTyped(typed: Partial<ServiceForm>, settings: ServiceSettings): Partial<ServiceForm> {
  const stored = formOf(settings);
  return Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== stored[name as ServiceField]));
}

const exampleKeys: Record<PublicationKeyKind, string> = {
  identification: '79555001',
  transaction: 'TRX-48213',
  uid: '8f14e45f-ceea-467f-a8f5-2d3c1b9a7e60',
  customer: 'CLI-2043',
};

/** The key comes before the first `_` of the name, or is the name of the subfolder. */
export function exampleNames(kind: PublicationKeyKind, document: string): { key: string; file: string; inFolder: string } {
  const key = exampleKeys[kind];
  return { key, file: `${key}_${document}`, inFolder: `${key}/${document}` };
}

/** Returns the field that a problem of the running service is about; null for none. `settings` are those that main tried. */
export function problemField({ code, detail }: Problem, settings: ServiceSettings): ServiceField | PathField | null {
  if (code === 'service-port-taken') return 'port';
  if (code === 'service-needs-tls') return 'host';
  if (code === 'service-certificate-unusable') return settings.transport === 'pkcs12' ? 'pkcs12File' : 'certificateFile';
  if (code !== 'service-address-unusable') return null;
  const address = String(detail?.address ?? '');
  if (settings.allowed.includes(address)) return 'allowed';
  return settings.proxies.includes(address) ? 'proxies' : 'host';
}
