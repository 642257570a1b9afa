/**
 * The names of every IPC channel, apart from their schemas so that the preload stays free of zod.
 * `contract.ts` must have exactly one entry for each.
 */
export const channelNames = [
  'app.info',
  'app.openLink',
  'settings.get',
  'settings.set',
  'settings.chooseOutputFolder',
  'documents.list',
  'documents.chooseFiles',
  'documents.chooseFolder',
  'documents.recheck',
  'documents.remove',
  'documents.chooseReferences',
  'signing.check',
  'signing.send',
  'signing.cancel',
  'signing.jobs',
  'signing.openSigned',
  'signing.showSigned',
  'queue.state',
  'queue.pause',
  'queue.resume',
  'queue.wake',
  'queue.retry',
  'queue.check',
  'queue.accept',
  'queue.close',
  'queue.deliver',
  'queue.forget',
  'queue.finishClosing',
  'screening.search',
  'screening.stop',
  'screening.keep',
  'screening.drop',
  'screening.state',
  'screening.page',
  'screening.open',
  'screening.raw',
  'screening.decide',
  'screening.openLink',
  'screening.saveCertificate',
  'screening.openCertificate',
  'mass.chooseFile',
  'mass.preview',
  'mass.check',
  'mass.start',
  'mass.list',
  'mass.pause',
  'mass.resume',
  'mass.retryFailed',
  'mass.remove',
  'mass.export',
  'presets.list',
  'presets.save',
  'presets.remove',
  'profiles.list',
  'profiles.save',
  'profiles.remove',
  'profiles.test',
  'profiles.chooseCaFile',
  'secrets.set',
  'secrets.remove',
  'secrets.renewKey',
] as const;
export type ChannelName = (typeof channelNames)[number];

/** What main tells the renderer unasked. */
export const eventNames = [
  'documents.changed',
  'documents.reading',
  'signing.changed',
  'signing.forgotten',
  'queue.changed',
  'screening.changed',
  'screening.state',
  'mass.changed',
  'mass.removed',
  'settings.changed',
  'app.menu',
] as const;
export type EventName = (typeof eventNames)[number];

/**
 * The one channel that the renderer cannot call by name: the preload turns dropped `File`s into paths and
 * sends them itself, so that a path never reaches the page.
 */
export const dropChannel = 'documents.openDropped';

/** The prefix that all our channels carry on Electron's side. */
export const wireName = (name: string): string => `station:${name}`;
