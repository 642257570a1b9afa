/** What the routes' schemas share, for serializing answers and for the OpenAPI description alike. */
import { topMembers } from '../../records/records.ts';

const errorSchema = {
  type: 'object',
  properties: { error: { type: 'string' } },
  required: ['error'],
  additionalProperties: false,
} as const;

const retryAfter = { 'Retry-After': { type: 'string', description: 'Seconds.' } };

const descriptions = {
  400: 'The request cannot be read, or asks for nothing that is known here.',
  401: 'Without a token, or with one that is unknown, expired or revoked.',
  403: 'Behind a reverse proxy: from an address that may not call.',
  408: 'The request came too slowly, or broke off.',
  413: 'The body is too large.',
  415: 'The body is of another content type or charset, or compressed.',
  429: 'Too many wrong names or passwords; so for a while none is checked.',
  431: 'The headers are too large.',
  500: 'It could not be stored or read; nothing was promised.',
  503: 'Too much at once, the documents are still being read, or the service is being closed.',
} as const;

/** Responses of an endpoint other than 200; their bodies are the same everywhere. */
export function errorResponses(statuses: readonly (keyof typeof descriptions)[]): Record<number, object> {
  return Object.fromEntries(
    statuses.map((status) => {
      const headers =
        status === 401 ? { 'WWW-Authenticate': { type: 'string' } } : status === 429 || status === 503 ? retryAfter : undefined;
      return [status, { description: descriptions[status], ...errorSchema, ...(headers && { headers }) }];
    }),
  );
}

const jsonTypes = { string: 'string', integer: 'integer', float: 'number', boolean: 'boolean', datetime: 'string' } as const;

/** The described members; each may be missing or null, and other members are accepted. */
const recordProperties = Object.fromEntries(
  Object.values(topMembers).flatMap((members) => members.map(({ name, type }) => [name, { type: [jsonTypes[type], 'null'] }])),
);

/** Both uses of the documents endpoint (interface description, endpoint B). */
export const documentsBody = {
  anyOf: [
    {
      title: 'Use 1: which documents of this transaction are to be signed?',
      type: 'object',
      properties: { JsonTransaction: { type: 'object' } },
      required: ['JsonTransaction'],
    },
    {
      title: 'Use 2: a transaction record, without images; at least one of its members.',
      type: 'object',
      properties: recordProperties,
      minProperties: 1,
    },
  ],
} as const;

export const documentsAnswer = {
  description: 'Use 1: each string is one document in base64; an empty array when none is for this transaction. Use 2: it is stored.',
  anyOf: [
    { type: 'array', items: { type: 'string', contentEncoding: 'base64' } },
    { type: 'object', additionalProperties: false },
  ],
} as const;

const httpDate = { type: 'string', description: 'An HTTP date, which ends in GMT.' };

export const tokenAnswer = {
  description: 'A token.',
  type: 'object',
  properties: {
    access_token: { type: 'string' },
    token_type: { type: 'string', enum: ['bearer'] },
    expires_in: { type: 'integer', description: 'Minutes.' },
    '.issued': httpDate,
    '.expires': httpDate,
    issued: httpDate,
    expires: httpDate,
  },
  required: ['access_token', 'token_type', 'expires_in', '.issued', '.expires', 'issued', 'expires'],
  additionalProperties: false,
} as const;

export const tokenForm = {
  type: 'object',
  properties: {
    grant_type: { type: 'string', minLength: 1, description: 'The password grant: `password`.' },
    username: { type: 'string', minLength: 1 },
    password: { type: 'string', minLength: 1 },
  },
  required: ['grant_type', 'username', 'password'],
} as const;
