/** The clerk's input and choice, and the opened answers. It outlives the view: no input is lost. */
import { create } from 'zustand';
import type { ScreeningServiceState, ScreeningSummary, ScreeningView, Verdict } from '../../../shared/domain/screening.ts';
import type { Problem } from '../../../shared/errors.ts';

export type Section = 'search' | 'history' | 'lists';

/** The form, as typed. */
export type Typed = { name: string; identification: string; judicial: boolean; procurator: boolean };

/** The screening in progress. `searchId` is the page's own; `since` in milliseconds of the clock. */
export type Running = { searchId: string; name: string; since: number };

/** An opened answer; `problem` is why it cannot be opened. */
export type Opened = { state: 'opening' } | { state: 'open'; view: ScreeningView } | { state: 'refused'; problem: Problem };

/** A choice and its reason while they are being written. */
export type ReasonDraft<Choice extends string> = { choice: Choice | null; reason: string };

export const emptyReason: ReasonDraft<never> = { choice: null, reason: '' };

type ScreeningRepository = {
  section: Section;
  typed: Typed;
  /** The visit that the next screening belongs to. */
  visit: { id: string; name: string } | null;
  running: Running | null;
  /** The screening shown in the panel. */
  shownId: string | null;
  /** Why the last press on «search» was refused. */
  refused: Problem | null;
  recent: readonly ScreeningSummary[];
  service: ScreeningServiceState | null;
  /** By screening id. */
  opened: Readonly<Record<string, Opened>>;
  /** Decisions being written, by `draftKey`. */
  drafts: Readonly<Record<string, ReasonDraft<Verdict>>>;
};

export const nothingTyped: Typed = { name: '', identification: '', judicial: false, procurator: false };

export const useScreening = create<ScreeningRepository>(() => ({
  section: 'search',
  typed: nothingTyped,
  visit: null,
  running: null,
  shownId: null,
  refused: null,
  recent: [],
  service: null,
  opened: {},
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

/** Maximum number of opened answers: answers are large, the latest are enough. */
const maxOpened = 12;

export function setOpened(id: string, opened: Opened): void {
  useScreening.setState((state) => {
    const { [id]: _, ...others } = state.opened;
    return { opened: Object.fromEntries([...Object.entries(others), [id, opened] as const].slice(-maxOpened)) };
  });
}
