/** A call that is not served: its status, what its error body says, and headers that go with it. Never what was sent. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, text: string, headers: Readonly<Record<string, string>> = {}) {
    super(text);
    this.status = status;
    this.headers = headers;
  }
}

/** @param seconds after which a caller who came at a bad moment may try again */
export const busy = (text: string, seconds = 5): Refusal => new Refusal(503, text, { 'retry-after': String(seconds) });
