/** `hub`: the stations of the hub, its pushes, and what was done. Needs its database and key. */
import type { SoughtNumber } from '../../../hub/find-pushes.ts';
import { type Call, defineCommand } from '../support/command.ts';
import { WrongUse } from '../support/wrong-use.ts';

const id = { takes: 'id', one: 'hub-one-id' } as const;
const declaration = {
  name: 'hub',
  subcommands: true,
  forms: { enrol: {}, list: {}, rename: id, revoke: id, unclaimed: {}, find: {}, audit: {} },
  options: {
    name: { value: 'name', forms: ['enrol', 'rename'], required: true },
    details: { forms: ['unclaimed'] },
    transaction: { value: 'text', forms: ['find'], personal: true },
    identification: { value: 'text', forms: ['find'], personal: true },
    uid: { value: 'text', forms: ['find'], personal: true },
  },
} as const;

export const hub = defineCommand(declaration, async (call, io) => {
  const { form, argument, values } = call;
  const name = readName(call);
  const number = form === 'find' ? readNumber(values) : null;
  const { withHub } = await import('../support/with-hub.ts');
  const run = await import('./hub/stations.ts');
  return withHub(values, io, (opened) => {
    if (form === 'enrol') return run.enrolStation(opened, name, io.words);
    if (form === 'list') return run.listStations(opened, io.words);
    if (form === 'rename') return run.renameStation(opened, argument, name, io.words);
    if (form === 'audit') return run.listAuditEntries(opened, io.words);
    if (form === 'revoke') return run.revokeStation(opened, argument, io.words);
    if (number !== null) return run.findByNumber(opened, number, io.words);
    return run.listUnclaimedPushes(opened, values.details ?? false, io.words);
  });
});

/** @throws WrongUse */
function readNumber(values: Call<typeof declaration>['values']): SoughtNumber {
  const given = (['transaction', 'identification', 'uid'] as const).flatMap((kind) => {
    const text = values[kind]?.trim() ?? '';
    return text === '' ? [] : [{ kind, text }];
  });
  const [number, ...more] = given;
  if (number === undefined || more.length > 0) throw new WrongUse('hub-one-number');
  return number;
}

const maxNameLength = 100;

/** @throws WrongUse */
function readName({ form, values }: Call<typeof declaration>): string {
  const name = values.name?.trim() ?? '';
  if (form !== 'enrol' && form !== 'rename') return '';
  if (name === '') throw new WrongUse('hub-name-missing');
  if (name.length > maxNameLength) throw new WrongUse('too-long', { option: '--name', limit: maxNameLength });
  return name;
}
