/** Ties the store to main's events. */
import { subscribe } from '../../bridge.ts';
import { loadRuns, putRun, useMass } from './store.ts';

export function startMass(): () => void {
  const ends = [
    subscribe('mass.changed', putRun),
    subscribe('mass.removed', ({ id }) =>
      useMass.setState(({ runs, chosen, openRun }) => {
        const { [id]: _run, ...others } = runs ?? {};
        const { [id]: _chosen, ...rest } = chosen;
        return { runs: others, chosen: rest, openRun: openRun === id ? null : openRun };
      }),
    ),
  ];
  void loadRuns();
  return () => {
    for (const end of ends) end();
  };
}
