/** A connection profile as it is typed, and back. Units on the screen are those people use: seconds and megabytes. Pure. */

import type { PlacementConvention } from '../../../shared/domain/placement.ts';
import { type Profile, profileSchema, type StoredProfile } from '../../../shared/domain/profile.ts';

export type ProfileForm = {
  name: string;
  authUrl: string;
  baseUrl: string;
  clientId: string;
  accountId: string;
  projectId: string;
  tokenLifetimeUnit: 'seconds' | 'minutes';
  maxDocumentsPerCall: number;
  maxMegabytesPerCall: number;
  concurrency: number;
  unit: PlacementConvention['unit'];
  dpi: number;
  origin: PlacementConvention['origin'];
  box: PlacementConvention['box'];
  rotation: PlacementConvention['rotation'];
  pageBase: '0' | '1';
  proxy: Profile['network']['proxy'];
  proxyAddress: string;
  caFile: string;
  connectSeconds: number;
  answerSeconds: number;
  silenceSeconds: number;
};
export type ProfileField = keyof ProfileForm;

const megabyte = 1_048_576;

/** What a new profile starts from: the schema's own defaults, and what has none empty. */
export function emptyForm(): ProfileForm {
  const blank = { authUrl: 'https://a', baseUrl: 'https://a', clientId: 'a', accountId: 'a', projectId: 'a' };
  const form = formOf({ id: '', ...profileSchema.parse({ name: 'a', signing: blank }) });
  return { ...form, name: '', authUrl: '', baseUrl: '', clientId: '', accountId: '', projectId: '' };
}

export function formOf(profile: StoredProfile): ProfileForm {
  const { network, signing } = profile;
  if (!signing) return { ...emptyForm(), name: profile.name };
  const { placement } = signing;
  return {
    name: profile.name,
    authUrl: signing.authUrl,
    baseUrl: signing.baseUrl,
    clientId: signing.clientId,
    accountId: signing.accountId,
    projectId: signing.projectId,
    tokenLifetimeUnit: signing.tokenLifetimeUnit,
    maxDocumentsPerCall: signing.maxDocumentsPerCall,
    maxMegabytesPerCall: signing.maxBytesPerCall / megabyte,
    concurrency: signing.concurrency,
    unit: placement.unit,
    dpi: placement.dpi,
    origin: placement.origin,
    box: placement.box,
    rotation: placement.rotation,
    pageBase: placement.pageBase === 0 ? '0' : '1',
    proxy: network.proxy,
    proxyAddress: network.proxyAddress,
    caFile: network.caFile,
    connectSeconds: network.connectTimeout / 1000,
    answerSeconds: network.answerTimeout / 1000,
    silenceSeconds: network.silenceTimeout / 1000,
  };
}

/** What is wrong with a field, as the words under it are named. */
export type FieldFault = 'required' | 'address' | 'proxyAddress' | 'number' | 'tooLong';

/** By the last part of the schema's path. Fields of the same name as their schema member are not listed. */
const fieldOfMember: Record<string, ProfileField> = {
  maxBytesPerCall: 'maxMegabytesPerCall',
  connectTimeout: 'connectSeconds',
  answerTimeout: 'answerSeconds',
  silenceTimeout: 'silenceSeconds',
};

const addresses: readonly ProfileField[] = ['authUrl', 'baseUrl'];

function faultOf(field: ProfileField, form: ProfileForm): FieldFault {
  const typed = form[field];
  if (typeof typed === 'number') return 'number';
  if (typed.trim() === '') return 'required';
  if (field === 'proxyAddress') return field;
  return addresses.includes(field) ? 'address' : 'tooLong';
}

export type FormResult = { ok: true; profile: Profile } | { ok: false; faults: Partial<Record<ProfileField, FieldFault>> };

/** Sections that this form does not show (`validation`, `search`) are kept from `base`. */
export function profileOf(form: ProfileForm, base: StoredProfile | null): FormResult {
  const parsed = profileSchema.safeParse({
    ...(base?.validation ? { validation: base.validation } : {}),
    ...(base?.search ? { search: base.search } : {}),
    name: form.name,
    network: {
      proxy: form.proxy,
      proxyAddress: form.proxyAddress.trim(),
      caFile: form.caFile,
      connectTimeout: Math.round(form.connectSeconds * 1000),
      answerTimeout: Math.round(form.answerSeconds * 1000),
      silenceTimeout: Math.round(form.silenceSeconds * 1000),
    },
    signing: {
      authUrl: form.authUrl.trim(),
      baseUrl: form.baseUrl.trim(),
      clientId: form.clientId,
      accountId: form.accountId,
      projectId: form.projectId,
      tokenLifetimeUnit: form.tokenLifetimeUnit,
      maxDocumentsPerCall: form.maxDocumentsPerCall,
      maxBytesPerCall: Math.round(form.maxMegabytesPerCall * megabyte),
      concurrency: form.concurrency,
      placement: {
        unit: form.unit,
        dpi: form.dpi,
        origin: form.origin,
        box: form.box,
        rotation: form.rotation,
        pageBase: form.pageBase === '0' ? 0 : 1,
      },
    },
  });
  const faults: Partial<Record<ProfileField, FieldFault>> = {};
  for (const issue of parsed.error?.issues ?? []) {
    const member = String(issue.path.at(-1));
    const field = fieldOfMember[member] ?? (Object.keys(form) as ProfileField[]).find((name) => name === member);
    if (field) faults[field] = faultOf(field, form);
  }
  if (parsed.success) return { ok: true, profile: parsed.data };
  return { ok: false, faults };
}
