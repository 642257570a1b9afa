/** The log of `serve`: one JSON line for each event, after the first line. */
import type { ServiceEvent } from '../../../../shared/domain/web-service.ts';
import type { CommandIo } from '../../support/io.ts';

type Line = { event: string; status?: number | null; user?: string | null; count?: number; code?: string };
export type Lines = {
  first(line: object): void;
  event(line: Line & { at?: string }): void;
  /** An event of the service; it has no content of a call. */
  call(event: ServiceEvent): void;
  last(line: Line): Promise<void>;
};

/** Nothing waits for the reader of the lines: a closed pipe does not end the service. Events before the first line are printed after it. */
export function logTo({ out }: CommandIo): Lines {
  let early: string[] | null = [];
  const textOf = ({ at, ...line }: Line & { at?: string }) => `${JSON.stringify({ at: at ?? new Date().toISOString(), ...line })}\n`;
  const event = (line: Line & { at?: string }): void => {
    if (early) early.push(textOf(line));
    else void out(textOf(line));
  };
  return {
    first(line) {
      void out(`${JSON.stringify(line)}\n`);
      for (const text of early ?? []) void out(text);
      early = null;
    },
    event,
    call: ({ at, kind, status, user, count, code }) =>
      event({ at, event: kind, status, user, ...(count !== undefined && { count }), ...(code !== undefined && { code }) }),
    last: (line) => out(textOf(line)),
  };
}
