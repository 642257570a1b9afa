/** For those who look after the service: whether it lives, whether it could keep a push, and what it understands. */
import type { FastifyInstance } from 'fastify';
import type { Calls } from './call.ts';

const told = (name: string, description: string) => ({
  description,
  type: 'object',
  properties: { [name]: { type: 'boolean' } },
  required: [name],
  additionalProperties: false,
});

export function statusEndpoints(app: FastifyInstance, calls: Calls, ready: () => boolean | Promise<boolean>): void {
  app.get('/health', { schema: { operationId: 'health', response: { 200: told('alive', 'It lives.') } } }, async ({ raw }) => {
    calls.of(raw).quiet = true;
    return { alive: true };
  });
  app.get(
    '/ready',
    {
      schema: {
        operationId: 'ready',
        response: { 200: told('ready', 'A push could be kept now.'), 503: told('ready', 'It could not, or the service is being closed.') },
      },
    },
    async ({ raw }, reply) => {
      calls.of(raw).quiet = true;
      const now = await ready();
      return reply.code(now ? 200 : 503).send({ ready: now });
    },
  );
  app.get(
    '/openapi.json',
    {
      schema: {
        operationId: 'openapi',
        response: { 200: { description: 'This description.', type: 'object', additionalProperties: true } },
      },
    },
    async ({ raw }) => {
      calls.of(raw).quiet = true;
      return app.swagger();
    },
  );
}
