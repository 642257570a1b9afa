/** The files of one publishing dialog: dropped or chosen, added and removed. Files that are left over are released. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Staged } from '../../../../shared/domain/web-service.ts';
import { type Problem, problemOf } from '../../../../shared/errors.ts';
import { call, stageDropped } from '../../../bridge.ts';
import { unstage } from './actions.ts';

/** The first files come from the drop, otherwise from the system's dialog; `onNone` is called when that was dismissed. */
export function useStaging(files: File[] | undefined, onNone: () => void) {
  /** Null until the first files were read. */
  const [staged, setStaged] = useState<readonly Staged[] | null>(null);
  /** Number of reads in progress: files may be dropped while others are being read. */
  const [readings, setReadings] = useState(0);
  const [problem, setProblem] = useState<Problem | null>(null);
  const left = useRef<readonly Staged[]>([]);
  const ended = useRef(false);
  left.current = staged ?? [];

  /** Returns the number of files added; null when it failed. */
  const add = useCallback(async (work: Promise<Staged[]>): Promise<number | null> => {
    setReadings((before) => before + 1);
    try {
      const more = await work;
      if (ended.current) await unstage(more);
      else {
        // A file that is staged already was read again under its id.
        const again = new Set(more.map(({ id }) => id));
        setStaged((before) => [...(before ?? []).filter(({ id }) => !again.has(id)), ...more]);
        setProblem(null);
      }
      return more.length;
    } catch (thrown) {
      setStaged((before) => before ?? []);
      setProblem(problemOf(thrown));
      return null;
    } finally {
      setReadings((before) => before - 1);
    }
  }, []);

  const first = useRef({ files, onNone });
  useEffect(() => {
    ended.current = false;
    // Not at once: in development the page is mounted twice.
    const begin = setTimeout(async () => {
      const { files: dropped, onNone: none } = first.current;
      if (dropped) return void add(stageDropped(dropped));
      if ((await add(call('publications.choose'))) === 0) none();
    });
    return () => {
      clearTimeout(begin);
      ended.current = true;
      void unstage(left.current);
    };
  }, [add]);

  return {
    staged,
    reading: readings > 0,
    problem,
    choose: () => void add(call('publications.choose')),
    drop: (dropped: File[]) => void add(stageDropped(dropped)),
    takeOut(one: Staged) {
      setStaged((before) => before?.filter(({ id }) => id !== one.id) ?? null);
      void unstage([one]);
    },
    /** Marks files as published: main owns them now. */
    published(ids: readonly string[]) {
      left.current = left.current.filter(({ id }) => !ids.includes(id));
      setStaged(left.current);
    },
  };
}
