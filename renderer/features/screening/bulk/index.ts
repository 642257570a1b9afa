import { subscribe } from '../../../bridge.ts';
import { endAll } from '../../../state/remote.ts';
import { dropRun, putRun, runs } from './store.ts';

/** Follows main's events about the runs. */
export function followRuns(): () => void {
  void runs.reload();
  return endAll([subscribe('bulk.changed', putRun), subscribe('bulk.removed', ({ id }) => dropRun(id))]);
}
