/**
 * The files of one publishing dialog: dropped or chosen, added and removed. Files that are left over are released; those of a page that
 * ended are shown again by the next one, for main still has them.
 */
import { useEffect, useRef, useState } from 'react';
import type { Staged } from '../../../../shared/domain/web-service/web-service.ts';
import { type Problem, problemOf } from '../../../../shared/errors.ts';
import { call, stageDropped } from '../../../bridge.ts';
import { hasSaved, useSavedState } from '../../../state/page-parts.ts';
import { unstage } from './actions.ts';

const partOf = (visitId: string | null): string => `published files ${visitId}`;

/** Whether the page before ended with files in the dialog of this visit, or in that of none. */
export const wasPublishing = (visitId: string | null): boolean => hasSaved(partOf(visitId));

/** The first files come from the drop, otherwise from the system's dialog; `onNone` is called when that was dismissed. */
export function useStaging(visitId: string | null, files: File[] | undefined, onNone: () => void) {
  /** Null until the first files were read. */
  const [staged, setStaged] = useSavedState<readonly Staged[] | null>(partOf(visitId), null);
  /** Number of reads in progress: files may be dropped while others are being read. */
  const [readings, setReadings] = useState(0);
  const [problem, setProblem] = useState<Problem | null>(null);
  const left = useRef<readonly Staged[]>(staged ?? []);
  const ended = useRef(false);
  const change = (next: readonly Staged[]) => {
    left.current = next;
    // After the dialog has closed it would be saved for the next page.
    if (!ended.current) setStaged(next);
  };

  /** Returns the number of files added; null when it failed. */
  const add = async (work: Promise<Staged[]>): Promise<number | null> => {
    setReadings((before) => before + 1);
    try {
      const more = await work;
      if (ended.current) await unstage(more);
      else {
        // A file that is staged already was read again under its id.
        const again = new Set(more.map(({ id }) => id));
        change([...left.current.filter(({ id }) => !again.has(id)), ...more]);
        setProblem(null);
      }
      return more.length;
    } catch (thrown) {
      change(left.current);
      setProblem(problemOf(thrown));
      return null;
    } finally {
      setReadings((before) => before - 1);
    }
  };

  const first = useRef({ files, onNone, add, isRestored: staged !== null });
  useEffect(() => {
    ended.current = false;
    // Not at once: in development the page is mounted twice.
    const begin = setTimeout(async () => {
      const { files: dropped, onNone: none, add: addFirst, isRestored } = first.current;
      if (isRestored) return;
      if (dropped) return void addFirst(stageDropped(dropped));
      if ((await addFirst(call('publications.choose'))) === 0) none();
    });
    return () => {
      clearTimeout(begin);
      ended.current = true;
      void unstage(left.current);
    };
  }, []);

  return {
    staged,
    reading: readings > 0,
    problem,
    choose: () => void add(call('publications.choose')),
    drop: (dropped: File[]) => void add(stageDropped(dropped)),
    takeOut(one: Staged) {
      change(left.current.filter(({ id }) => id !== one.id));
      void unstage([one]);
    },
    /** Marks files as published: main owns them now. */
    published(ids: readonly string[]) {
      change(left.current.filter(({ id }) => !ids.includes(id)));
    },
  };
}
