/** Endpoints for monitoring: health, readiness (whether a push could be stored), and the OpenAPI description. */
import type { FastifyInstance } from 'fastify';
import type { Calls } from './call.ts';

const booleanAnswer = (name: string, description: string) => ({
  description,
  type: 'object',
  properties: { [name]: { type: 'boolean' } },
  required: [name],
  additionalProperties: false,
});

export function statusEndpoints(app: FastifyInstance, calls: Calls, ready: () => boolean | Promise<boolean>): void {
  app.get(
    '/health',
    { schema: { operationId: 'health', response: { 200: booleanAnswer('alive', 'The service runs.') } } },
    async ({ raw }) => {
      calls.of(raw).quiet = true;
      return { alive: true };
    },
  );
  app.get(
    '/ready',
    {
      schema: {
        operationId: 'ready',
        response: {
          200: booleanAnswer('ready', 'A push could be stored now.'),
          503: booleanAnswer('ready', 'A push could not be stored, or the service is being closed.'),
        },
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
