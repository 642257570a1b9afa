/** The channels of the hub. */
import type { Station } from '../../app/station.ts';
import type { HandlersOf } from './handler-support.ts';

export const hubHandlers = ({ station: { hub } }: { station: Pick<Station, 'hub'> }): HandlersOf<'hub'> => ({
  'hub.state': async () => hub.state(),
  'hub.enrol': ({ address, code }) => hub.enrol(address, code),
  'hub.leave': () => hub.leave(),
  'hub.wake': async () => {
    hub.wake();
    return undefined;
  },
  'hub.elsewhere': async ({ id }) => hub.elsewhere(id),
});
