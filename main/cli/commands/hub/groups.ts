/** Runs the subcommands of `hub group`. */
import { createRouting } from '../../../../hub/routing.ts';
import type { Words } from '../../../platform/i18n/words.ts';
import type { Printed } from '../../support/io.ts';
import { titledTable } from '../../support/table.ts';
import type { OpenedHub } from '../../support/with-hub.ts';

export async function listGroups(hub: OpenedHub, words: Words): Promise<Printed> {
  const groups = await createRouting(hub).groups();
  const rows = groups.map(({ name, stations }) => [name, stations.map((station) => station.name).join(', ')]);
  return { json: { groups }, text: titledTable(words, 'hub', ['group', 'stations'], rows) };
}

type Change = { form: 'add' | 'remove' | 'add-station' | 'remove-station'; name: string; station: string };

export async function changeGroup(hub: OpenedHub, { form, name, station }: Change, words: Words): Promise<Printed> {
  const routing = createRouting(hub);
  if (form === 'add') await routing.addGroup(name);
  else if (form === 'remove') await routing.removeGroup(name);
  else if (form === 'add-station') await routing.addMember(name, station);
  else await routing.removeMember(name, station);
  const json = station === '' ? { group: name } : { group: name, station };
  return { json, note: words.say(`hub.group-${form}`, { name }) };
}
