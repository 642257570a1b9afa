/** What the station asks of the risk-list search (interface description, endpoint F); implemented beside this file. */
import type { ScreeningQuery } from '../../../shared/domain/screening.ts';
import type { Problem } from '../../../shared/errors.ts';

export type SearchOutcome =
  /** 200: the body as it came, to its last byte; whether it makes sense is for `main/features/screening`. */
  | { kind: 'answered'; raw: Uint8Array }
  /**
   * No usable answer. `raw`: what came of a body, if anything did. `passing`: worth trying again by itself (no
   * connection, busy), since nothing about the request is wrong.
   */
  | { kind: 'failed'; problem: Problem; passing: boolean; raw: Uint8Array | null };

export type SearchClient = {
  /** Asks once; never throws for what the provider or the line did. A search changes nothing there, so it may be asked again. */
  search(query: ScreeningQuery, signal?: AbortSignal): Promise<SearchOutcome>;
  close(): Promise<void>;
};
