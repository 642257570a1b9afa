/** The OpenAPI description, made of the routes' own schemas. */
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { tokenPath } from './token-endpoint.ts';

export const describe = (version: string): FastifyDynamicSwaggerOptions => ({
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Signing Station: the web service of the client',
      description: 'Documents to be signed are fetched here, and transaction records are pushed here.',
      version,
    },
    components: {
      securitySchemes: {
        token: { type: 'oauth2', flows: { password: { tokenUrl: tokenPath, scopes: {} } } },
      },
    },
  },
});
