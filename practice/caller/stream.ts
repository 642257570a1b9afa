/** Sends a stream of invented pushes, with duplicates and changed duplicates among them, as a busy provider does. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Caller, CallerMisbehaviour, CallResult } from './caller.ts';
import { changed, contentOf, type NewKind, newRecord, type PushedRecord, type PushKind, pushKinds, reordered } from './invented-pushes.ts';

export type StreamResult = {
  kind: PushKind;
  uid: string;
  /** SHA-256 of the content, see `contentOf`. */
  content: string;
} & Pick<CallResult, 'status' | 'endpoint' | 'statuses'>;

export type StreamOptions = {
  /** Number of pushes; without it, until `signal`. */
  count?: number;
  /** Maximum started per second; without it, as fast as they are answered. */
  perSecond?: number | undefined;
  /** Maximum number of concurrent calls. */
  maxConcurrent?: number;
  /** Relative frequency of each kind; absent kinds never occur. */
  mix?: Partial<Record<PushKind, number>>;
  /** Misbehaviour of a call, by chance; null for none. */
  how?: (random: () => number) => CallerMisbehaviour | null;
  /** From 0 up to 1. */
  random?: () => number;
  /** Ends the stream: calls in flight are aborted and have no result. */
  signal?: AbortSignal;
  onResult?: (result: StreamResult) => void;
};

/** Without duplicates; more than half of it everyday records. */
export const mixOfNew: Record<NewKind, number> = { usual: 8, nulls: 1, missing: 1, unknown: 1, odd: 1, long: 1 };
const usualMix: Record<PushKind, number> = { ...mixOfNew, duplicate: 2, reordered: 1, changed: 1 };
/** Duplicates repeat one of the last N pushes. */
const recent = 40;

/** Resolves with the result of every push, in the order in which they end. */
export async function streamPushes(caller: Pick<Caller, 'push'>, options: StreamOptions = {}): Promise<StreamResult[]> {
  const {
    count = Number.POSITIVE_INFINITY,
    perSecond,
    maxConcurrent = 4,
    mix = usualMix,
    how,
    random = Math.random,
    signal,
    onResult,
  } = options;
  const before: PushedRecord[] = [];
  const results: StreamResult[] = [];
  const began = performance.now();
  let begun = 0;

  function next(): { kind: PushKind; record: PushedRecord } {
    const kind = pick(mix, random);
    const earlier = before[Math.floor(random() * before.length)];
    const repeats = kind === 'duplicate' || kind === 'reordered' || kind === 'changed';
    if (repeats && earlier) {
      if (kind === 'duplicate') return { kind, record: earlier };
      return { kind, record: kind === 'changed' ? remembered(changed(earlier)) : reordered(earlier) };
    }
    return repeats
      ? { kind: 'usual', record: remembered(newRecord('usual', random)) }
      : { kind, record: remembered(newRecord(kind, random)) };
  }
  function remembered(record: PushedRecord): PushedRecord {
    before.push(record);
    if (before.length > recent) before.shift();
    return record;
  }

  async function work(): Promise<void> {
    while (begun < count && !signal?.aborted) {
      const at = begun++;
      if (perSecond !== undefined) {
        const early = (at / perSecond) * 1000 - (performance.now() - began);
        if (early > 0) await wait(early, undefined, signal && { signal });
      }
      const { kind, record } = next();
      const wrong = how?.(random);
      const { status, endpoint, statuses } = await caller.push(record, { ...(signal && { signal }), ...(wrong && { how: wrong }) });
      const result = { kind, uid: String(record.Uid), content: contentOf(record), status, endpoint, statuses };
      results.push(result);
      onResult?.(result);
    }
  }
  const untilAborted = () =>
    work().catch((thrown: unknown) => {
      if (!signal?.aborted) throw thrown;
    });
  await Promise.all(Array.from({ length: Math.min(maxConcurrent, count) }, untilAborted));
  return results;
}

function pick(mix: Partial<Record<PushKind, number>>, random: () => number): PushKind {
  let left = random() * pushKinds.reduce((sum, kind) => sum + (mix[kind] ?? 0), 0);
  for (const kind of pushKinds) {
    left -= mix[kind] ?? 0;
    if (left < 0) return kind;
  }
  throw new Error('the mix has no kind');
}
