export {
  afterFailure,
  afterSuccess,
  type Circuit,
  defaultRetry,
  isOpen,
  lineState,
  mayStart,
  newCircuit,
  notBefore,
  type RetryPolicy,
  woken,
} from '../../../main/circuit.ts';
export { watchNetwork } from '../../../main/network-watch.ts';
export { type ClockMemory, observeClock } from '../../../main/plausible-clock.ts';
