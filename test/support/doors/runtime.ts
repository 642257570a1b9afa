export {
  afterFailure,
  afterSuccess,
  type CircuitBreaker,
  connectionState,
  createCircuitBreakers,
  defaultRetry,
  freeSlots,
  isOpen,
  newBreaker,
  nextAttemptAt,
  type RetryPolicy,
  skipBackoff,
} from '../../../main/platform/runtime/circuit-breaker.ts';
export { createJobScheduler, never } from '../../../main/platform/runtime/job-scheduler.ts';
export { watchNetwork } from '../../../main/platform/runtime/network-watch.ts';
export { endGated, startGated } from '../../../main/platform/runtime/thread-gate.ts';
export { createThrottledPublisher } from '../../../main/platform/runtime/throttled-publisher.ts';
export {
  type ClockMemory,
  continueClock,
  observeClock,
  openTrustedClock,
  trustedTime,
} from '../../../main/platform/storage/trusted-clock.ts';
