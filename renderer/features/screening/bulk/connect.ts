/** Ties the store to main's events. */
import type { ScreeningServiceState } from '../../../../shared/domain/screening.ts';
import { call, subscribe } from '../../../bridge.ts';
import { loadRuns, putRun, useMass } from './store.ts';

const take = ({ notKept }: ScreeningServiceState): void => useMass.setState({ notKept: notKept !== null });

export function startMass(): () => void {
  const ends = [
    subscribe('screening.state', take),
    subscribe('mass.changed', putRun),
    subscribe('mass.removed', ({ id }) =>
      useMass.setState(({ runs, chosen, openRun }) => {
        const { [id]: _run, ...others } = runs ?? {};
        const { [id]: _chosen, ...rest } = chosen;
        return { runs: others, chosen: rest, openRun: openRun === id ? null : openRun };
      }),
    ),
  ];
  // It is told anew with every change.
  void call('screening.state').then(take, () => undefined);
  void loadRuns();
  return () => {
    for (const end of ends) end();
  };
}
