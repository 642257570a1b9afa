/** Handles one call from the page: parses the request, calls the handler, parses the answer. Every error becomes a value. */
import type { z } from 'zod';
import { type Problem, problem, problemOf } from '../../../shared/errors.ts';
import type { ChannelName } from '../../../shared/ipc/channels.ts';
import type { IpcResult, RequestOf, ResponseOf } from '../../../shared/ipc/contract.ts';

/** The handler table: every channel of the contract, typed from it. */
export type Handlers = { [C in ChannelName]: (request: RequestOf<C>) => Promise<ResponseOf<C>> };

export type Schemas<Request, Response> = { request: z.ZodType<Request>; response: z.ZodType<Response> };

const refuse = (reason: Problem): IpcResult<never> => ({ ok: false, problem: reason });

/**
 * Parses the answer too: a member that the contract does not name (a path, a secret) does not reach the page, and an answer that breaks
 * the contract is a fault of the station (`internal`).
 */
export async function dispatch<Request, Response>(
  schemas: Schemas<Request, Response>,
  handler: (request: Request) => Promise<Response>,
  request: unknown,
): Promise<IpcResult<Response>> {
  const parsed = schemas.request.safeParse(request);
  if (!parsed.success) {
    // Field names only: the values may be personal data.
    const fields = parsed.error.issues.map((issue) => issue.path.join('.') || '(request)');
    return refuse(problem('bad-request', undefined, `bad-request: ${[...new Set(fields)].slice(0, 5).join(', ')}`));
  }
  try {
    const answer = schemas.response.safeParse(await handler(parsed.data));
    return answer.success
      ? { ok: true, value: answer.data }
      : refuse(problem('internal', undefined, 'internal: answer breaks the contract'));
  } catch (error) {
    return refuse(problemOf(error));
  }
}
