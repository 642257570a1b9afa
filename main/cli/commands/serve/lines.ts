/** The log of `serve`: one JSON line for each event, after the first line. */
import type { ServiceEvent } from '../../../../shared/domain/web-service/web-service.ts';
import type { CommandIo } from '../../support/io.ts';

type Line = { event: string; status?: number | null; user?: string | null; count?: number; code?: string };
export type Lines = {
  first(line: object): void;
  event(line: Line & { at?: string }): void;
  /** An event of the service; it has no content of a call. */
  call(event: ServiceEvent): void;
  last(line: Line): Promise<void>;
};

/**
 * Nothing waits for the reader of the lines: a closed pipe does not end the service. Events before the first line are printed after it, and
 * those of one turn of the event loop together.
 */
export function logTo({ out }: CommandIo): Lines {
  let waiting = '';
  let isOpen = false;
  let printing: NodeJS.Immediate | undefined;
  const textOf = ({ at, ...line }: Line & { at?: string }) => `${JSON.stringify({ at: at ?? new Date().toISOString(), ...line })}\n`;
  const print = (): Promise<void> => {
    clearImmediate(printing);
    printing = undefined;
    const text = waiting;
    waiting = '';
    return out(text);
  };
  const event = (line: Line & { at?: string }): void => {
    waiting += textOf(line);
    if (isOpen) printing ??= setImmediate(print);
  };
  return {
    first(line) {
      waiting = `${JSON.stringify(line)}\n${waiting}`;
      isOpen = true;
      void print();
    },
    event,
    call: ({ at, kind, status, user, count, code }) =>
      event({ at, event: kind, status, user, ...(count !== undefined && { count }), ...(code !== undefined && { code }) }),
    last(line) {
      waiting += textOf(line);
      return print();
    },
  };
}
