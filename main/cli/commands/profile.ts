/** `profile`: stores connection profiles and their secrets, to set up many workstations. `profile/manage-profiles.ts` does the work. */
import { defineCommand } from '../support/command.ts';

const stored = { takes: 'name', one: 'profile-one-name' } as const;
const declaration = {
  name: 'profile',
  subcommands: true,
  forms: { list: {}, show: stored, set: { takes: 'file', one: 'profile-one-file' }, use: stored, remove: stored },
  options: {},
} as const;

export const profile = defineCommand(declaration, async ({ form, argument, values }, io) => {
  const { manageProfiles } = await import('./profile/manage-profiles.ts');
  return manageProfiles({ form, argument, values }, io);
});
