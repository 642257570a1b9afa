/** The clerk's input and choice, and the opened answers. It outlives the view: no input is lost. */
import { create } from 'zustand';
import type { ScreeningSummary, ScreeningView, Verdict } from '../../../shared/domain/screening/screening.ts';
import type { Problem } from '../../../shared/errors.ts';
import { call } from '../../bridge.ts';
import { createRemote, createRemotes, type RemoteState } from '../../state/remote.ts';

export type Section = 'single' | 'history' | 'bulk';

/** The form, as typed. */
export type Typed = { name: string; identification: string; judicial: boolean; procurator: boolean };

/** The screening in progress. `requestId` is the page's own; `since` in milliseconds of the clock. */
export type Running = { requestId: string; name: string; since: number };

/** A choice and its reason while they are being written. */
export type ReasonDraft<Choice extends string> = { choice: Choice | null; reason: string };

export const emptyReason: ReasonDraft<never> = { choice: null, reason: '' };

type ScreeningStore = {
  section: Section;
  typed: Typed;
  /** The visit that the next screening belongs to. */
  visit: { id: string; name: string } | null;
  running: Running | null;
  /** The screening shown in the panel. */
  shownId: string | null;
  /** Why the last press on “Screen” failed. */
  failure: Problem | null;
  /** Decisions being written, by `draftKey`. */
  drafts: Readonly<Record<string, ReasonDraft<Verdict>>>;
};

export const nothingTyped: Typed = { name: '', identification: '', judicial: false, procurator: false };

export const useScreening = create<ScreeningStore>(() => ({
  section: 'single',
  typed: nothingTyped,
  visit: null,
  running: null,
  shownId: null,
  failure: null,
  drafts: {},
}));

export const type = (change: Partial<Typed>): void => useScreening.setState(({ typed }) => ({ typed: { ...typed, ...change } }));

/** `match` null: the decision on the screening as a whole. */
export const draftKey = (id: string, match: number | null): string => `${id} ${match ?? 'whole'}`;

/** Stores a draft; null removes it. */
export function writeDraft(key: string, draft: ReasonDraft<Verdict> | null): void {
  useScreening.setState(({ drafts }) => {
    const { [key]: _, ...others } = drafts;
    return { drafts: draft ? { ...others, [key]: draft } : others };
  });
}

/** Counts of all screenings, and why stored ones are not sent. */
export const screeningState = createRemote(() => call('screening.state'));

/** Counts for the rail: matches without a final decision, and stored screenings that wait for a connection. */
export function useScreeningWaiting(): { attention: number; waiting: number } {
  const counts = screeningState.use(({ value }) => value);
  return { attention: counts?.undecided ?? 0, waiting: counts?.waiting ?? 0 };
}

/** Returns why stored screenings are not sent at this moment; null when none is pending, or nothing blocks them. */
export const useScreeningProblem = (): Problem | null => screeningState.use(({ value }) => value?.problem ?? null);

/** Number of latest screenings listed next to the form. */
const recentCount = 8;

/** The latest screenings of the panel. The history shows the reason when they cannot be listed; next to the form they are a convenience. */
export const recentScreenings = createRemote(async (): Promise<readonly ScreeningSummary[]> => {
  const filter = { scope: 'single', text: '', outcome: 'any', from: null, to: null } as const;
  return (await call('screening.page', { filter, offset: 0, limit: recentCount })).items;
});

/** Maximum number of opened answers: answers are large, the latest are enough. */
const maxOpened = 12;

/** The opened answers, by id of the screening. */
export const answers = createRemotes((id) => call('screening.open', { id }), maxOpened);

/** `id` null: no screening is chosen, and nothing is known. */
export const useAnswer = (id: string | null): RemoteState<ScreeningView> => answers.of(id ?? '').use();

/** Whether the answer is shown: neither failed nor being opened. */
export const isOpen = ({ value, problem }: RemoteState<ScreeningView>): boolean => value !== null && problem === null;
