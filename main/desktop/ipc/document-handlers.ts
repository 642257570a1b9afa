/** The channels of the documents that are opened on the Sign screen. */
import type { Station } from '../../app/station.ts';
import type { Dialogs } from '../dialogs.ts';
import type { HandlersOf } from './handler-support.ts';

type Deps = { station: Pick<Station, 'documents' | 'openSamples' | 'recent'>; dialogs: Pick<Dialogs, 'files' | 'folder' | 'csv'> };

export const documentHandlers = ({ station: { documents, openSamples, recent }, dialogs }: Deps): HandlersOf<'documents'> => ({
  'documents.list': async () => documents.list(),
  'documents.chooseFiles': async () => {
    const paths = await dialogs.files();
    return paths.length === 0 ? { taken: 0 } : recent.open(paths);
  },
  'documents.chooseFolder': async () => {
    const path = await dialogs.folder();
    return path === null ? { taken: 0 } : recent.open([path]);
  },
  'documents.openSamples': openSamples,
  'documents.recent': async () => recent.list(),
  'documents.openRecent': async ({ id }) => recent.reopen(id),
  'documents.forgetRecent': async ({ id }) => {
    recent.forget(id);
  },
  'documents.recheck': async ({ ids }) => {
    await documents.recheck(ids);
  },
  'documents.stopReading': async () => ({ left: documents.stopReading() }),
  'documents.unlock': async ({ id, password }) => {
    await documents.unlock(id, password);
  },
  'documents.remove': async ({ ids }) => {
    documents.remove(ids);
  },
  'documents.restore': async ({ ids }) => ({ restored: documents.restore(ids) }),
  'documents.chooseReferences': async () => {
    const path = await dialogs.csv();
    return path === null ? null : documents.matchReferences(path);
  },
});
