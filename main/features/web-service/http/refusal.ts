/** The answer to a call that is not served: status, text of the error body, headers. Never repeats what was sent. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, text: string, headers: Readonly<Record<string, string>> = {}) {
    super(text);
    this.status = status;
    this.headers = headers;
  }
}

/** @param seconds after which the caller may try again */
export const busy = (text: string, seconds = 5): Refusal => new Refusal(503, text, { 'retry-after': String(seconds) });
