/** Reads answers of the provider into a store in memory. */

import { cut } from '../cut.ts';
import { StationError } from '../doors/errors.ts';
import { type IncomingStore, readSignAnswer } from '../doors/provider.ts';

export const bound = 1 << 24;
type Sink = { text: string; pieces: number; closed: boolean; discarded: boolean };

/** Stores the written texts and how each sink ended. Fails with `disk-full` once a text is longer than `failAfter`. */
export function store(failAfter = Number.POSITIVE_INFINITY) {
  const sinks: Sink[] = [];
  const incoming: IncomingStore = {
    async open() {
      const sink: Sink = { text: '', pieces: 0, closed: false, discarded: false };
      sinks.push(sink);
      return {
        async write(text) {
          if (sink.closed || sink.discarded) throw new Error('written after its end');
          sink.pieces++;
          sink.text += text;
          if (sink.text.length > failAfter) throw new StationError('disk-full');
        },
        async close() {
          sink.closed = true;
        },
        async discard() {
          sink.discarded = true;
        },
      };
    },
  };
  return { incoming, sinks };
}

export async function read(text: string | Uint8Array, lengths: readonly number[] = [1 << 16], failAfter?: number) {
  const { incoming, sinks } = store(failAfter);
  const { items, otherTexts, defect } = await readSignAnswer(cut(text, lengths), incoming, bound);
  const open = sinks.filter((sink) => !sink.discarded);
  const plain = items.map(({ content, ...item }) => ({ ...item, has: content !== null }));
  return { items: plain, others: otherTexts.length, defect: defect?.code ?? null, texts: open.map(({ text }) => text), sinks };
}
