/** What the entries of the contract are made of. */
import { z } from 'zod';

export const nothing = z.undefined();
export const id = z.object({ id: z.string() });

export const channel = <Request extends z.ZodType, Response extends z.ZodType>(request: Request, response: Response) => ({
  request,
  response,
});
