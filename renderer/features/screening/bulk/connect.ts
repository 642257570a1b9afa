/** Connects the store to main's events. */
import type { ScreeningServiceState } from '../../../../shared/domain/screening.ts';
import { call, subscribe } from '../../../bridge.ts';
import { loadRuns, putRun, useBulk } from './store.ts';

const take = ({ memoryOnly }: ScreeningServiceState): void => useBulk.setState({ memoryOnly: memoryOnly !== null });

export function startBulk(): () => void {
  const ends = [
    subscribe('screening.state', take),
    subscribe('bulk.changed', putRun),
    subscribe('bulk.removed', ({ id }) =>
      useBulk.setState(({ runs, chosen, openRun }) => {
        const { [id]: _run, ...others } = runs ?? {};
        const { [id]: _chosen, ...rest } = chosen;
        return { runs: others, chosen: rest, openRun: openRun === id ? null : openRun };
      }),
    ),
  ];
  // It is reported again with every change.
  void call('screening.state').then(take, () => undefined);
  void loadRuns();
  return () => {
    for (const end of ends) end();
  };
}
