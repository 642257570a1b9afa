/** Lists, prints, stores, activates and removes the stored connection profiles, and stores their secrets. No secret is printed. */
import { resolve } from 'node:path';
import type { SecretName } from '../../../../shared/domain/closed-lists.ts';
import { type Profile, type StoredProfile, secretAddresses } from '../../../../shared/domain/settings/profile.ts';
import type { Problem } from '../../../../shared/errors.ts';
import { removeProfile, storeProfile } from '../../../app/profiles.ts';
import type { Station } from '../../../app/station.ts';
import { sameName } from '../../../features/settings/settings.ts';
import type { Words } from '../../../platform/i18n/words.ts';
import { secretVariables } from '../../../platform/keychain/environment-secrets.ts';
import { trust } from '../../../platform/provider/trust.ts';
import type { CommonValues } from '../../support/command.ts';
import { exitCodes } from '../../support/exit-codes.ts';
import { type CommandIo, type Printed, print } from '../../support/io.ts';
import { withStoredData } from '../../support/open-station.ts';
import { readProfile, secretOf, sections, takeSecrets } from '../../support/provider-choice.ts';
import { titledTable } from '../../support/table.ts';
import { WrongUse } from '../../support/wrong-use.ts';

type Form = 'list' | 'show' | 'set' | 'use' | 'remove';
type Given = { profile: Profile; secrets: Partial<Record<SecretName, string>> };
/** `complete`: false when a secret is not stored, or not known to be. */
type Done = Printed & { complete: boolean };
/** Of the sections that a profile has. `closed`: why nothing is known of them. */
type SecretStates = { stored: SecretName[]; missing: SecretName[]; otherAddress: SecretName[]; closed: Problem | null };

/** Makes no call. @returns the exit code */
export async function manageProfiles(
  { form, argument, values }: { form: Form; argument: string; values: CommonValues },
  io: CommandIo,
): Promise<number> {
  const work = await workOf(form, argument, io);
  return withStoredData({ dataDir: values['data-dir'], noKey: null, lists: form === 'list' }, io, async ({ station }) => {
    const { complete, ...printed } = await work(station, io.words);
    await print(printed, form !== 'show' && values.json, io);
    return complete ? exitCodes.allDone : exitCodes.someFailed;
  });
}

async function workOf(form: Form, argument: string, io: CommandIo): Promise<(station: Station, words: Words) => Promise<Done>> {
  if (form === 'list') return list;
  if (form !== 'set') return async (station, words) => change(station, form, named(station, argument), words);
  const given = await readGiven(argument, io);
  return (station, words) => set(station, given, words);
}

/** @throws WrongUse for whatever can be wrong about the file and the secrets, before the data folder is opened */
async function readGiven(file: string, io: CommandIo): Promise<Given> {
  const secrets = await takeSecrets(io);
  const profile = await readProfile('profile set', resolve(io.cwd, file));
  for (const section of sections) {
    const secret = secretOf[section];
    if (secrets[secret] && !profile[section]) throw new WrongUse('profile-secret-unused', { variable: secretVariables[secret], section });
  }
  const { caFile } = profile.network;
  // Otherwise the first document would fail by it.
  await trust(caFile).catch(() => {
    throw new WrongUse('json-file-invalid', { option: 'profile set', field: 'network.caFile', context: 'ca', path: caFile });
  });
  return { profile, secrets };
}

async function set(station: Station, { profile, secrets }: Given, words: Words): Promise<Done> {
  const closed = await station.vault.keychainProblem();
  if (closed && Object.keys(secrets).length > 0) throw new WrongUse('profile-no-keychain', { cause: closed.detail?.cause ?? '—' });
  const before = namesake(station, profile.name);
  const saved = await storeProfile(station, { profile, id: before?.id, secrets });
  // Until its secrets are stored, the profile before it, or practice, stays active.
  const { json, text, ...rest } = await activate(station, saved, words);
  const done = words.say(before ? 'profile.replaced' : 'profile.new', { name: saved.name });
  return { ...rest, json: { ...json, replaced: before !== null }, text: `${done}\n${text}` };
}

async function change(station: Station, form: 'show' | 'use' | 'remove', profile: StoredProfile, words: Words): Promise<Done> {
  if (form === 'use') return activate(station, profile, words);
  const { id, ...portable } = profile;
  if (form === 'show') return { json: portable, text: ofAscii(JSON.stringify(portable, null, 2)), complete: true };
  const wasActive = station.settings.settings().activeProfileId === id;
  await removeProfile(station, id);
  const text = words.say('profile.removed', { name: profile.name });
  const note = wasActive && { note: words.say('profile.none-active') };
  return { json: { name: profile.name, removed: true, wasActive }, text, ...note, complete: true };
}

async function activate(station: Station, profile: StoredProfile, words: Words): Promise<Done> {
  const { settings } = station;
  const { activeProfileId: before } = settings.settings();
  settings.change({ activeProfileId: profile.id });
  const states = await secretStates(station, profile);
  const changed = words.say(before === null ? 'profile.active-after-practice' : 'profile.active-now');
  const lines = [before === profile.id ? words.say('profile.active-still') : changed, ...linesOf(states, words)];
  return {
    json: { name: profile.name, wasPractice: before === null, ...jsonOf(states) },
    text: lines.join('\n'),
    ...completeness(states, words),
  };
}

async function list(station: Station, words: Words): Promise<Done> {
  const { activeProfileId } = station.settings.settings();
  const found: { profile: StoredProfile; states: SecretStates }[] = [];
  for (const profile of station.settings.profiles()) found.push({ profile, states: await secretStates(station, profile) });
  const profiles = found.map(({ profile: { id, name }, states }) => ({ name, active: id === activeProfileId, ...jsonOf(states) }));
  const rows = found.map(({ profile: { id, name }, states }) => [
    name,
    words.say(id === activeProfileId ? 'record:yes' : 'record:no'),
    linesOf(states, words).join('; ') || '—',
  ]);
  const closed = await station.vault.keychainProblem();
  const notes = [...(closed ? [words.problem(closed)] : []), ...(activeProfileId === null ? [words.say('profile.none-active')] : [])];
  const note = notes.length > 0 && { note: notes.join('\n') };
  return {
    json: { profiles },
    text: titledTable(words, 'profile', ['name', 'active', 'secrets'], rows),
    ...note,
    complete: closed === null,
  };
}

async function secretStates({ vault }: Station, profile: StoredProfile): Promise<SecretStates> {
  const closed = await vault.keychainProblem();
  const { set: inPlace, elsewhere } = await vault.secretsSet(profile.id, secretAddresses(profile));
  const needed = closed ? [] : sections.filter((section) => profile[section]).map((section) => secretOf[section]);
  return {
    stored: needed.filter((name) => inPlace.includes(name)),
    missing: needed.filter((name) => !inPlace.includes(name) && !elsewhere.includes(name)),
    otherAddress: needed.filter((name) => elsewhere.includes(name)),
    closed,
  };
}

const jsonOf = ({ stored, missing, otherAddress, closed }: SecretStates) => ({
  stored,
  missing,
  otherAddress,
  code: closed?.code ?? null,
});

function linesOf({ closed, ...byState }: SecretStates, words: Words): string[] {
  if (closed) return [words.say('profile.unknown')];
  return (['stored', 'missing', 'otherAddress'] as const).flatMap((state) =>
    byState[state].map((name) =>
      words.say(`profile.${state}`, { secret: words.say(`ui:secrets.${name}`), variable: secretVariables[name] }),
    ),
  );
}

function completeness({ missing, otherAddress, closed }: SecretStates, words: Words): { complete: boolean; note?: string } {
  if (closed) return { complete: false, note: words.problem(closed) };
  return { complete: missing.length + otherAddress.length === 0 };
}

/** The profile whose name looks the same; null for none. */
const namesake = ({ settings }: Station, name: string): StoredProfile | null =>
  settings.profiles().find((profile) => sameName(profile, { name })) ?? null;

/** @throws WrongUse */
function named(station: Station, name: string): StoredProfile {
  const found = namesake(station, name);
  if (!found) throw new WrongUse('profile-unknown');
  return found;
}

/** Windows PowerShell reads what a command prints in the code page of the console, so what `show` prints is the same with `--json`. */
const ofAscii = (json: string): string =>
  json.replace(/[^\x20-\x7e\n]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
