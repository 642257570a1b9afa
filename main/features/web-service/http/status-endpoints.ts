/** Endpoints for monitoring: health, readiness (whether a push and a request for documents are answered), and the OpenAPI description. */
import type { FastifyInstance } from 'fastify';
import type { Calls } from './call.ts';

const booleanAnswer = (name: string, description: string) => ({
  description,
  type: 'object',
  properties: { [name]: { type: 'boolean' } },
  required: [name],
  additionalProperties: false,
});

const reasons = ['closing', 'storage', 'reading-folder'] as const;

/**
 * Why the service is not ready: it is being closed, a push could not be stored, or the files of the watched folder were not all read since
 * the start (pushes are stored then).
 */
export type NotReady = (typeof reasons)[number];

const readyAnswer = booleanAnswer('ready', 'A push could be stored now, and the documents of the watched folder are known.');

/** @param notReady null when it is ready */
export function statusEndpoints(app: FastifyInstance, calls: Calls, notReady: () => Promise<NotReady | null>): void {
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
          200: readyAnswer,
          503: {
            ...readyAnswer,
            description: 'The service is being closed, a push could not be stored, or the watched folder is being read for the first time.',
            properties: { ...readyAnswer.properties, reason: { type: 'string', enum: [...reasons] } },
            required: ['ready', 'reason'],
          },
        },
      },
    },
    async ({ raw }, reply) => {
      calls.of(raw).quiet = true;
      const reason = await notReady();
      return reason === null ? { ready: true } : reply.code(503).send({ ready: false, reason });
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
