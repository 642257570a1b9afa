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
