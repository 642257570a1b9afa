/** How the line to the search service is, as every search of an account meets it. */
import { hasTrait, needsPerson, type Problem } from '../../../../shared/errors.ts';
import {
  afterFailure,
  afterSuccess,
  type Circuit,
  mayStart,
  newCircuit,
  notBefore,
  type RetryPolicy,
  woken,
} from '../../../platform/runtime/circuit.ts';

export type SearchLine = {
  /** Null when the last call went through, or none was made. */
  problem(): Problem | null;
  /** How many more calls may start now. */
  free(underWay: number, concurrency: number): number;
  /** Milliseconds until a call may start; 0 for now. */
  wait(): number;
  success(): void;
  failure(problem: Problem): void;
  wake(): void;
};

export type SearchLines = {
  of(account: string): SearchLine;
  wake(): void;
};

/**
 * Whether a failure that does not pass is what the service said of this search. Any other (a refused key, no secret, a
 * wrong profile, a full disk) would meet every search until a person sees to it.
 */
export const isAboutTheSearch = (found: Problem): boolean => hasTrait(found, 'provider') && !needsPerson(found);

/** Whether the service itself was reached. */
export const wasReached = (found: Problem): boolean => hasTrait(found, 'provider');

/** `changed` is called when calls go through again after they had failed. */
export function createSearchLines({ retry, changed }: { retry: RetryPolicy; changed: () => void }): SearchLines {
  const lines = new Map<string, SearchLine>();

  function create(): SearchLine {
    let circuit: Circuit = newCircuit;
    return {
      problem: () => circuit.problem,
      free: (underWay, concurrency) => mayStart(circuit, retry, Date.now(), underWay, concurrency),
      wait: () => Math.max(0, notBefore(circuit) - Date.now()),
      success() {
        const before = circuit.problem;
        circuit = afterSuccess(circuit, Date.now());
        if (before) changed();
      },
      failure(problem) {
        circuit = afterFailure(circuit, problem, retry, Date.now(), Math.random());
      },
      wake() {
        circuit = woken(circuit);
      },
    };
  }

  return {
    of(account) {
      const line = lines.get(account) ?? create();
      lines.set(account, line);
      return line;
    },
    wake() {
      for (const line of lines.values()) line.wake();
    },
  };
}
