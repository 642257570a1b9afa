/** The settings of the service as typed, their faults, and the change to send. Pure. */
import {
  comparedSchema,
  type PublicationKeyKind,
  publicationKeyKinds,
  type ServiceChange,
  type ServiceSettings,
  serviceSettingsSchema,
} from '../../../../shared/domain/web-service.ts';
import { entriesOf, isOutside, unusable } from './addresses.ts';
import { listed } from './compared.ts';

/** Lists are as typed; an emptied number is NaN. For each kind of key, the members that are compared. */
export type ServiceForm = Pick<ServiceSettings, 'host' | 'port' | 'transport' | 'tokenMinutes' | 'bodyMiB' | 'watchedKey' | 'watchedOnce'> &
  Record<'allowed' | 'proxies' | PublicationKeyKind, string>;
export type ServiceField = keyof ServiceForm;

/** Set by main's dialogs; not part of the input, but may be missing. */
export type PathField = 'certificateFile' | 'keyFile' | 'pkcs12File' | 'watchedFolder';

export type FaultKind = 'hostMissing' | 'needsTls' | 'port' | 'addresses' | 'tooMany' | 'minutes' | 'size' | 'names' | 'fileMissing';
/** `entries`: the list entries that it is about. */
export type Fault = { kind: FaultKind; entries?: string[] };
export type Faults = Partial<Record<ServiceField | PathField, Fault>>;

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

function faultOfAddresses(member: 'allowed' | 'proxies', text: string): Fault | undefined {
  const entries = unusable(text);
  if (entries.length > 0) return { kind: 'addresses', entries };
  return serviceSettingsSchema.shape[member].safeParse(entriesOf(text)).success ? undefined : { kind: 'tooMany' };
}

const faultOfNames = (kind: PublicationKeyKind, text: string): Fault | undefined =>
  comparedSchema.shape[kind].safeParse(entriesOf(text)).success ? undefined : { kind: 'names' };

/** Returns the faults that can never work; only main can tell whether a port is free or a certificate is valid. */
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
