/** The channels of the client's own web service: its settings, users, publications and inbox. */
import type { Language } from '../../../shared/domain/settings/settings.ts';
import type { Station } from '../../app/station.ts';
import { createWords } from '../../platform/i18n/words.ts';
import { noAddress, serviceOwner } from '../../platform/keychain/vault.ts';
import type { Dialogs } from '../dialogs.ts';
import { type HandlersOf, withoutUndefined, writeAt } from './handler-support.ts';
import type { SavedFiles } from './saved-files.ts';

type Deps = {
  station: Pick<Station, 'service' | 'publishing' | 'inbox' | 'vault'>;
  dialogs: Dialogs;
  saved: SavedFiles;
  language: () => Language;
};

const passphrase = 'servicePassphrase';

export const webServiceHandlers = (deps: Deps): HandlersOf<'service' | 'serviceUsers' | 'publications' | 'inbox'> => ({
  ...serviceHandlers(deps),
  ...userHandlers(deps),
  ...publicationHandlers(deps),
  ...inboxHandlers(deps),
});

function serviceHandlers({ station: { service, vault }, dialogs }: Deps): HandlersOf<'service'> {
  const choose = {
    certificateFile: dialogs.certificate,
    keyFile: dialogs.key,
    pkcs12File: dialogs.pkcs12,
    watchedFolder: dialogs.watchedFolder,
  };
  return {
    'service.state': async () => service.state(),
    'service.settings': async () => service.settings(),
    'service.change': (part) => service.change(withoutUndefined(part)),
    'service.choosePath': async ({ what, clear }) => {
      const path = clear ? '' : await choose[what]();
      return path === null ? service.settings() : service.change({ [what]: path });
    },
    'service.setPassphrase': async ({ value }) => {
      if (value === '') await vault.removeSecret(serviceOwner, passphrase);
      else await vault.setSecret(serviceOwner, passphrase, value, noAddress);
      // Opens the PKCS#12 file with the new passphrase, so that a wrong passphrase is reported.
      await service.start();
    },
    'service.passphraseSet': async () => ({
      set: await vault.secret(serviceOwner, passphrase, noAddress).then(
        () => true,
        () => false,
      ),
    }),
    'service.selfTest': () => service.selfTest(),
  };
}

const userHandlers = ({
  station: {
    service: { users },
  },
}: Deps): HandlersOf<'serviceUsers'> => ({
  'serviceUsers.list': async () => users.users(),
  'serviceUsers.add': ({ username }) => users.add(username),
  'serviceUsers.renew': ({ id, hours }) => users.renew(id, hours),
  'serviceUsers.revoke': async ({ id }) => ({ revoked: users.revoke(id) }),
  'serviceUsers.remove': async ({ id }) => {
    users.remove(id);
  },
});

const publicationHandlers = ({ station: { publishing }, dialogs }: Deps): HandlersOf<'publications'> => ({
  'publications.choose': async () => publishing.stage(await dialogs.files()),
  'publications.unstage': async ({ ids }) => {
    publishing.unstage(ids);
  },
  'publications.publish': (request) => publishing.publish(request),
  'publications.page': async ({ filter, offset, limit }) => publishing.page(filter, offset, limit),
  'publications.ofVisit': async ({ id }) => publishing.ofVisit(id),
  'publications.withdraw': async ({ id }) => publishing.withdraw(id),
  'publications.offer': async ({ id }) => publishing.offer(id),
  'publications.remove': async ({ id }) => {
    await publishing.remove(id);
  },
});

const inboxHandlers = ({ station: { inbox }, dialogs, saved, language }: Deps): HandlersOf<'inbox'> => ({
  'inbox.state': async () => inbox.state(),
  'inbox.page': async ({ filter, offset, limit }) => inbox.page(filter, offset, limit),
  'inbox.versions': async ({ id }) => inbox.versions(id),
  'inbox.item': async ({ id }) => inbox.item(id),
  'inbox.mark': async ({ ids, read }) => {
    inbox.mark(ids, read);
  },
  'inbox.body': ({ id }) => inbox.body(id),
  'inbox.saveBody': async ({ id }) => {
    const { receivedAt } = inbox.item(id);
    const content = inbox.read(id);
    const suggested = `${createWords(language()).say('files.body')}-${receivedAt.slice(0, 19).replaceAll(':', '')}.txt`;
    const path = await dialogs.saveAs(suggested, null);
    if (path === null) return null;
    return saved.add(await writeAt(path, content));
  },
  'inbox.remove': async ({ id }) => {
    await inbox.remove(id);
  },
});
