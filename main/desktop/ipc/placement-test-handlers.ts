/** The channels of the test documents that find out how a provider counts coordinates. */
import type { Station } from '../../app/station.ts';
import type { HandlersOf } from './handler-support.ts';

type Deps = { station: Pick<Station, 'placementTest'>; settingsChanged: () => Promise<void> };

export function placementTestHandlers({ station, settingsChanged }: Deps): HandlersOf<'placementTest'> {
  const { placementTest } = station;
  return {
    'placementTest.state': async () => ({ test: placementTest.state(), unfinished: placementTest.unfinished() }),
    'placementTest.start': async (request) => {
      placementTest.start(request);
    },
    'placementTest.cancel': async () => {
      placementTest.cancel();
    },
    'placementTest.dismiss': async () => {
      placementTest.dismiss();
    },
    'placementTest.use': async ({ id }) => {
      placementTest.use(id);
      await settingsChanged();
    },
  };
}
