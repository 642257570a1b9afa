/** Converts a connection profile to form input and back. The screen uses the units of people: seconds and megabytes. Pure. */

import { type SecretName, secretNames } from '../../../shared/domain/closed-lists.ts';
import type { PlacementConvention } from '../../../shared/domain/placement/placement.ts';
import {
  isSendable,
  type Profile,
  profileSchema,
  type SigningProfile,
  type StoredProfile,
  type TypedProfile,
  typedProfileSchema,
} from '../../../shared/domain/settings/profile.ts';
import type { Problem } from '../../../shared/errors.ts';
import { partOfSearch, type SearchForm, searchFieldOfMember, searchFormOf, searchOf } from './search-form.ts';
import { partOfValidation, type ValidationForm, validationFormOf, validationOf } from './validation-form.ts';

/** Members of the profile under their own names, and those that a person sees in another unit. `verification` has separate fields. */
export type ProfileForm = SearchForm &
  ValidationForm &
  Omit<SigningProfile, 'placement' | 'maxBytesPerCall'> &
  Omit<PlacementConvention, 'pageBase'> &
  Pick<Profile['network'], 'transport' | 'proxy' | 'proxyAddress'> & {
    name: string;
    maxMegabytesPerCall: number;
    pageBase: '0' | '1';
    connectSeconds: number;
    answerSeconds: number;
    silenceSeconds: number;
    callSeconds: number;
  };
export type ProfileField = Exclude<keyof ProfileForm, 'verification'>;

const megabyte = 1_048_576;

/** Returns the form of a new profile: the schema's defaults, and empty values without a default. */
export function emptyForm(): ProfileForm {
  const blank = { authUrl: 'https://a', baseUrl: 'https://a', clientId: 'a', accountId: 'a', projectId: 'a' };
  const form = formOf({ id: '', ...profileSchema.parse({ name: 'a', signing: blank }) });
  return { ...form, name: '', authUrl: '', baseUrl: '', clientId: '', accountId: '', projectId: '' };
}

const networkOf = (network: Profile['network']) => ({
  transport: network.transport,
  proxy: network.proxy,
  proxyAddress: network.proxyAddress,
  connectSeconds: network.connectTimeout / 1000,
  answerSeconds: network.answerTimeout / 1000,
  silenceSeconds: network.silenceTimeout / 1000,
  callSeconds: network.callTimeout / 1000,
});

export function formOf({ name, network, signing, validation, search }: StoredProfile): ProfileForm {
  const common = {
    name,
    ...validationFormOf(validation),
    ...searchFormOf(search),
    ...networkOf(network),
  };
  if (!signing) return { ...emptyForm(), ...common };
  const { maxBytesPerCall, placement, ...members } = signing;
  const pageBase = placement.pageBase === 0 ? '0' : '1';
  return { ...common, ...members, maxMegabytesPerCall: maxBytesPerCall / megabyte, ...placement, pageBase };
}

/** What is wrong with a field; names the text under it. */
export type FieldFault =
  | 'named'
  | 'required'
  | 'address'
  | 'proxyAddress'
  | 'transport'
  | 'path'
  | 'identifier'
  | 'validationUrl'
  | 'searchUrl'
  | 'number'
  | 'tooLong';

/** Fields by the schema's path, or its last part. Fields of the same name as their schema member are not listed. */
const fieldOfMember: Record<string, ProfileField> = {
  'validation.baseUrl': 'validationUrl',
  'validation.path': 'validationPath',
  ...searchFieldOfMember,
  maxBytesPerCall: 'maxMegabytesPerCall',
  connectTimeout: 'connectSeconds',
  answerTimeout: 'answerSeconds',
  silenceTimeout: 'silenceSeconds',
  callTimeout: 'callSeconds',
};

const addresses: readonly ProfileField[] = ['authUrl', 'baseUrl', 'validationUrl', 'searchUrl'];

const identifiers: readonly ProfileField[] = ['clientId', 'accountId', 'projectId', 'searchProject'];

function faultOf(field: ProfileField, form: ProfileForm): FieldFault {
  if (field === 'transport') return field;
  const typed = form[field];
  if (typeof typed !== 'string') return 'number';
  if (typed.trim() === '') return 'required';
  if (field === 'proxyAddress') return field;
  if (field === 'validationPath') return 'path';
  if (identifiers.includes(field)) return 'identifier';
  return addresses.includes(field) ? 'address' : 'tooLong';
}

/** The form's secrets, as typed, before they go to the vault. Never in the store. */
export type TypedSecrets = Partial<Record<SecretName, string>>;

export type FormFaults = Partial<Record<ProfileField | SecretName, FieldFault>>;
export type FormResult = { ok: true; profile: TypedProfile } | { ok: false; faults: FormFaults };

/** @param secrets to be saved at the same time; `hasCaFile`: a certificate file is chosen, which is not in the form */
export function profileOf(form: ProfileForm, secrets: TypedSecrets = {}, hasCaFile = false): FormResult {
  const parsed = typedProfileSchema.safeParse({
    ...validationOf(form),
    ...searchOf(form),
    name: form.name,
    // Each section takes its members of the form; its schema drops the others.
    network: {
      ...form,
      proxyAddress: form.proxyAddress.trim(),
      connectTimeout: Math.round(form.connectSeconds * 1000),
      answerTimeout: Math.round(form.answerSeconds * 1000),
      silenceTimeout: Math.round(form.silenceSeconds * 1000),
      callTimeout: Math.round(form.callSeconds * 1000),
    },
    signing: {
      ...form,
      authUrl: form.authUrl.trim(),
      baseUrl: form.baseUrl.trim(),
      maxBytesPerCall: Math.round(form.maxMegabytesPerCall * megabyte),
      placement: { ...form, pageBase: form.pageBase === '0' ? 0 : 1 },
    },
  });
  const faults: FormFaults = {};
  for (const issue of parsed.error?.issues ?? []) {
    const member = String(issue.path.at(-1));
    const field =
      fieldOfMember[issue.path.join('.')] ?? fieldOfMember[member] ?? (Object.keys(form) as ProfileField[]).find((name) => name === member);
    if (field) faults[field] = faultOf(field, form);
  }
  if (form.transport === 'system' && hasCaFile) faults.transport = 'transport';
  if (form.validationUrl.trim() === '' && partOfValidation(form, Boolean(secrets.validationApiKey))) faults.validationUrl = 'validationUrl';
  if (form.searchUrl.trim() === '' && partOfSearch(form, Boolean(secrets.searchApiKey))) faults.searchUrl = 'searchUrl';
  for (const name of secretNames) if (secrets[name] && !isSendable(name, secrets[name])) faults[name] = 'identifier';
  if (parsed.success && Object.keys(faults).length === 0) return { ok: true, profile: parsed.data };
  return { ok: false, faults };
}

/** Failures that the operating system's network may not have: it has more authorities, and credentials for proxies. */
const unknownAuthority = /^(UNABLE_TO_|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT)/;

/** What the connection test says about the system's network: it is offered, or the profile has what it cannot use; null for nothing. */
export function systemNetworkAdvice(
  { code, detail }: Problem,
  { transport, proxy, caFile }: Profile['network'],
): 'offer' | 'conflict' | null {
  const mayHelp = code === 'proxy-needs-login' || (code === 'certificate-untrusted' && unknownAuthority.test(String(detail?.cause)));
  if (!mayHelp || transport === 'system') return null;
  return proxy === 'system' && caFile === '' ? 'offer' : 'conflict';
}
