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
} from '../../../main/platform/runtime/circuit.ts';
export { watchNetwork } from '../../../main/platform/runtime/network-watch.ts';
export { type ClockMemory, observeClock } from '../../../main/platform/storage/trusted-clock.ts';
