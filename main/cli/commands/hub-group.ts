/** `hub group`: groups of stations, which rules send pushes to. */
import { defineCommand } from '../support/command.ts';
import { WrongUse } from '../support/wrong-use.ts';

const group = { takes: 'group', one: 'hub-one-group' } as const;
const declaration = {
  name: 'hub group',
  subcommands: true,
  forms: {
    list: {},
    add: group,
    remove: group,
    'add-station': group,
    'remove-station': group,
  },
  options: { station: { value: 'id', forms: ['add-station', 'remove-station'], required: true } },
} as const;

const maxNameLength = 100;

export const hubGroup = defineCommand(declaration, async ({ form, argument, values }, io) => {
  const { station } = values;
  const name = argument.trim();
  if (name.length > maxNameLength) throw new WrongUse('hub-group-name-long', { limit: maxNameLength });
  if (form.endsWith('-station') && station === undefined) throw new WrongUse('hub-station-missing');
  const { withHub } = await import('../support/with-hub.ts');
  const run = await import('./hub/groups.ts');
  return withHub(values, io, (opened) =>
    form === 'list' ? run.listGroups(opened, io.words) : run.changeGroup(opened, { form, name, station: station ?? '' }, io.words),
  );
});
