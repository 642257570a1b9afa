/**
 * `practice`: runs the practice provider until it is stopped, for training, demonstrations and other stations.
 * `practice push` and `practice fetch`: it calls a client's web service (`practice/call-service.ts`).
 */
import { once } from 'node:events';
import { type MisbehaviourName, misbehaviours } from '../../../practice/caller/misbehaviours.ts';
import { type Call, type CommonValues, defineCommand } from '../support/command.ts';
import { exitCodes } from '../support/exit-codes.ts';
import { untilInterrupted } from '../support/interruption.ts';
import { readCount, readPort } from '../support/read-values.ts';
import { WrongUse } from '../support/wrong-use.ts';
import type { PracticeCall, PracticeFetch, PracticePush } from './practice/call-service.ts';

/** Prints one line `{ profile, secrets }`. The profile is complete and works as a profile file. */
export const practice = defineCommand(
  { name: 'practice', forms: { main: {} }, options: { port: { value: 'port' } } },
  async ({ values }, io) => {
    const port = readPort(values.port) ?? 0;
    const { startPractice } = await import('../../../practice/provider.ts');
    const { profileSchema } = await import('../../../shared/domain/settings/profile.ts');
    const { systemCode } = await import('../../platform/files/disk-problem.ts');
    return untilInterrupted(async (signal) => {
      const provider = await startPractice({ port }).catch((thrown: unknown) => {
        const code = systemCode(thrown);
        throw code === 'EADDRINUSE' || code === 'EACCES' ? new WrongUse('port-taken', { port }) : thrown;
      });
      try {
        await io.out(`${JSON.stringify({ profile: profileSchema.parse(provider.profile), secrets: provider.secrets })}\n`);
        if (!signal.aborted) await once(signal, 'abort');
      } finally {
        await provider.close();
      }
      return exitCodes.allDone;
    });
  },
);

const misbehaviourNames = Object.keys(misbehaviours) as MisbehaviourName[];
const max = { count: 1_000_000, perSecond: 1000 };

const push = {
  name: 'practice push',
  forms: { main: {} },
  options: {
    to: { value: 'url', required: true },
    count: { value: 'number' },
    'per-second': { value: 'number' },
    transaction: { value: 'id' },
    again: {},
    changed: {},
    how: { value: misbehaviourNames },
    mix: {},
    ca: { value: 'file' },
  },
} as const;

const fetch = {
  name: 'practice fetch',
  forms: { main: {} },
  options: {
    to: { value: 'url', required: true },
    'id-number': { value: 'number' },
    transaction: { value: 'id' },
    uid: { value: 'uid' },
    out: { value: 'folder' },
    ca: { value: 'file' },
  },
} as const;

export const practicePush = defineCommand(push, async (call, io) => {
  const options = pushOptions(call);
  return (await import('./practice/call-service.ts')).pushRecords(options, io);
});

export const practiceFetch = defineCommand(fetch, async (call, io) => {
  const options = fetchOptions(call);
  return (await import('./practice/call-service.ts')).fetchDocuments(options, io);
});

/** @throws WrongUse */
function pushOptions({ values }: Call<typeof push>): PracticePush {
  const call = callOptions(values);
  if (values.transaction !== undefined && (values.count ?? values['per-second']) !== undefined)
    throw new WrongUse('count-with-transaction');
  if (values.mix && (values.transaction ?? values.how) !== undefined) throw new WrongUse('mix-alone');
  return {
    ...call,
    count: readCount('--count', values.count, 1, max.count) ?? 1,
    perSecond: readCount('--per-second', values['per-second'], 1, max.perSecond),
    transaction: values.transaction ?? null,
    again: values.again ?? false,
    alsoChanged: values.changed ?? false,
    how: readHow(values.how),
    mix: values.mix ?? false,
  };
}

/** @throws WrongUse */
function fetchOptions({ values }: Call<typeof fetch>): PracticeFetch {
  const call = callOptions(values);
  const { transaction = null, uid = null, out = null } = values;
  const idNumber = values['id-number'] ?? null;
  if ((idNumber ?? transaction ?? uid) === null) throw new WrongUse('fetch-for-whom');
  return { ...call, idNumber, transaction, uid, out };
}

function callOptions(values: CommonValues & { to: string | undefined; ca: string | undefined }): PracticeCall {
  if (values.to === undefined) throw new WrongUse('to-missing');
  const to = URL.parse(values.to);
  // Credentials in an address would be in the process list.
  if (!to || !/^https?:$/.test(to.protocol) || to.username || to.password || to.search || to.hash) throw new WrongUse('to-malformed');
  return { to: to.href, ca: values.ca ?? null, json: values.json ?? false };
}

function readHow(text: string | undefined): MisbehaviourName | null {
  if (text === undefined) return null;
  const name = misbehaviourNames.find((one) => one === text);
  if (name === undefined) throw new WrongUse('how-unknown', { names: misbehaviourNames.join(', ') });
  return name;
}
