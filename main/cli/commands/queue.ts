import { type Call, type CommonValues, defineCommand } from '../support/command.ts';
import { exitCodes } from '../support/exit-codes.ts';
import { type CommandIo, print } from '../support/io.ts';
import { WrongUse } from '../support/wrong-use.ts';

const declaration = {
  name: 'queue',
  subcommands: true,
  forms: {
    list: {},
    run: {},
    retry: { takes: 'ids' },
    cancel: { takes: 'ids' },
    release: { takes: 'ids' },
    acknowledge: {},
  },
  options: {
    again: { forms: ['retry'] },
    reason: { value: 'text', forms: ['release'], personal: true, required: true },
  },
} as const;

/** The subcommands load their parts of the station on use, because a list needs only a small one. */
export const queue = defineCommand(declaration, async (call, io) => {
  await import('./queue/interpreted-schemas.ts');
  const { form, values } = call;
  const ids = readIds(call);
  switch (form) {
    case 'list':
      return (await import('./queue/list-queue.ts')).listQueue(values, io);
    case 'run':
      return (await import('./queue/run-queue.ts')).runQueue(values, io);
    case 'retry':
      return (await import('./queue/retry-or-cancel.ts')).retryDocuments(ids, values.again ?? false, values, io);
    case 'cancel':
      return (await import('./queue/retry-or-cancel.ts')).cancelDocuments(ids, values, io);
    case 'release': {
      const reason = await readReason(values.reason?.trim() ?? '');
      return (await import('./queue/release-files.ts')).releaseFiles(ids, reason, values, io);
    }
    case 'acknowledge':
      return acknowledge(values, io);
  }
});

/** Without repetitions. @throws WrongUse */
function readIds({ form, rest }: Call<typeof declaration>): string[] {
  if (rest.length === 0 && 'takes' in declaration.forms[form]) throw new WrongUse('no-ids', { command: `queue ${form}` });
  return [...new Set(rest)];
}

/** @throws WrongUse */
async function readReason(reason: string): Promise<string> {
  const { maxNoteLength } = await import('../../../shared/domain/signing/queue.ts');
  if (reason === '') throw new WrongUse('reason-missing');
  if (reason.length > maxNoteLength) throw new WrongUse('too-long', { option: '--reason', limit: maxNoteLength });
  return reason;
}

/** Confirms that a person has read the notices about the stored data, and prints them once more. */
async function acknowledge(values: CommonValues, io: CommandIo): Promise<number> {
  const { withStoredData } = await import('../support/open-station.ts');
  return withStoredData({ dataDir: values['data-dir'], noKey: null }, io, async ({ station }) => {
    const notices = station.notices().map(({ code, detail }) => ({ code, ...detail }));
    station.acknowledgeNotices();
    await print({ json: { notices }, ...(notices.length === 0 && { note: io.words.say('nothing-to-acknowledge') }) }, values.json, io);
    return exitCodes.allDone;
  });
}
