/** The screening service: requests screenings of one person now or later, opens them and records decisions. */
import type { EventEmitter } from 'node:events';
import type {
  Decision,
  ScreeningFilter,
  ScreeningPage,
  ScreeningQuery,
  ScreeningServiceState,
  ScreeningSummary,
  ScreeningView,
  SourceReading,
  Verdict,
} from '../../../shared/domain/screening.ts';
import type { Teaching } from './teach.ts';

/** An event of a screening from the panel, by a person or automatic. */
export type ScreeningEvent = {
  what: 'screened' | 'kept' | 'dropped' | 'decided' | 'read';
  search: ScreeningSummary;
  decision: Decision | null;
  reading: SourceReading | null;
};

export type ScreeningEvents = { changed: [ScreeningSummary]; state: [ScreeningServiceState]; event: [ScreeningEvent] };

export type ScreeningService = Teaching & {
  readonly events: EventEmitter<ScreeningEvents>;
  state(): ScreeningServiceState;
  /**
   * Requests a screening and stores the answer; a failure is stored too, with its problem. `visitId`: the visit it belongs to.
   * @throws StationError `search-not-set-up`, `disk-full`
   */
  search(query: ScreeningQuery, signal?: AbortSignal, visitId?: string | null): Promise<ScreeningView>;
  /** Makes a failed screening pending until the connection is back. @throws StationError `screening-unknown`, `state-changed` */
  keep(id: string): ScreeningSummary;
  /** @throws StationError `screening-unknown`, `state-changed` */
  drop(id: string): void;
  page(filter: ScreeningFilter, offset: number, limit: number): Promise<ScreeningPage>;
  /** Reads a stored screening; fetches nothing. @throws StationError `screening-unknown`, `record-damaged` */
  open(id: string): ScreeningView;
  /** Returns the unchanged answer. @throws StationError `nothing-came`, and those of `open` */
  raw(id: string): Buffer;
  /** @throws StationError `reason-missing`, and those of `open` */
  decide(id: string, decision: { match: number | null; verdict: Verdict; reason: string }): ScreeningView;
  /** The connection state or the settings have changed: tries pending screenings now. */
  wake(): void;
  /** Called when rows of bulk screenings have changed, so that `state` may differ. */
  refresh(): void;
};
