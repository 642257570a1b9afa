/** The channels of the connection profiles and their secrets. */
import { type StoredProfile, secretAddresses } from '../../../shared/domain/settings/profile.ts';
import { StationError } from '../../../shared/errors.ts';
import type { CaFileChoice, ProfileView } from '../../../shared/ipc/settings.ts';
import { removeProfile, storeProfile, storeSecrets } from '../../app/profiles.ts';
import type { Station } from '../../app/station.ts';
import type { Dialogs } from '../dialogs.ts';
import type { HandlersOf } from './handler-support.ts';

type Deps = {
  station: Pick<Station, 'settings' | 'vault' | 'testProfile' | 'rotateKey'>;
  dialogs: Pick<Dialogs, 'certificate'>;
  settingsChanged: () => Promise<void>;
};

export function profileHandlers({ station, dialogs, settingsChanged }: Deps): HandlersOf<'profiles' | 'secrets'> {
  const { settings, vault } = station;
  let chosenCaFile: string | null = null;

  async function view(profile: StoredProfile): Promise<ProfileView> {
    const { set, elsewhere } = await vault.secretsSet(profile.id, secretAddresses(profile));
    return { profile, secretsSet: set, secretsElsewhere: elsewhere };
  }

  /** @throws StationError `bad-request` when the dialog returned no file, `profile-unknown` */
  function caFileOf(choice: CaFileChoice, id: string | undefined): string {
    if (choice === 'keep') return id === undefined ? '' : settings.profile(id).network.caFile;
    if (choice === 'none') return '';
    if (chosenCaFile === null) throw new StationError('bad-request');
    return chosenCaFile;
  }

  return {
    'profiles.list': () => Promise.all(settings.profiles().map(view)),
    'profiles.save': async ({ id, profile, caFile = 'keep' }) => {
      const network = { ...profile.network, caFile: caFileOf(caFile, id) };
      const saved = await view(await storeProfile(station, { profile: { ...profile, network }, id }));
      await settingsChanged();
      return saved;
    },
    'profiles.remove': async ({ id }) => {
      await removeProfile(station, id);
      await settingsChanged();
    },
    'profiles.test': ({ id }) => station.testProfile(id),
    'profiles.chooseCaFile': async () => {
      const path = await dialogs.certificate();
      if (path !== null) chosenCaFile = path;
      return { path };
    },
    'profiles.describeRoots': async ({ roots }) => {
      const { rootsIn } = await import('../../features/verification/provider-roots.ts');
      const described = rootsIn(roots);
      if (described === null) throw new StationError('bad-request');
      return described;
    },
    'profiles.chooseRoots': async ({ roots }) => {
      const path = await dialogs.certificate();
      if (path === null) return null;
      const { addRoots } = await import('../../features/verification/provider-roots.ts');
      return addRoots(roots, path);
    },
    'secrets.set': async ({ profileId, name, value }) => {
      await storeSecrets(station, settings.profile(profileId), { [name]: value });
      await settingsChanged();
    },
    'secrets.remove': async ({ profileId, name }) => {
      await vault.removeSecret(profileId, name);
      await settingsChanged();
    },
    'secrets.renewKey': async () => {
      await station.rotateKey();
    },
  };
}
