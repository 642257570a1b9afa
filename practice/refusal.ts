/** A call that the interface refuses as a whole: status and the text of its error body. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: 400 | 401 | 403 | 404 | 413 | 500, text: string) {
    super(text);
    this.status = status;
  }
}

export const badRequest = (text: string): Refusal => new Refusal(400, text);

/** Both operations that the provider hosts require it here (endpoints C and D, headers). */
export function requireJsonAccepted(accept: string | undefined): void {
  const types = (accept ?? '').split(',').map((type) => type.split(';')[0]?.trim().toLowerCase());
  if (!types.includes('application/json')) throw badRequest('header accept: application/json is missing');
}
