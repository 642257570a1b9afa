/**
 * Reads one request of endpoint D, `POST {base_url}/sign-documents`, and refuses everything that the interface
 * description does not state. Its open points are decided here for practice: all five placement fields are
 * required, `i` counts from 0 without gaps, and no reference number comes twice in a call.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type {} from '@fastify/multipart'; // types that it adds to a request
import type { FastifyRequest } from 'fastify';
import type { WirePlacement } from '../../shared/domain/placement/placement.ts';
import type { Account } from '../account.ts';
import { badRequest, Refusal, requireJsonAccepted } from '../refusal.ts';
import type { Tokens } from '../tokens.ts';

export type SentDocument = { reference: string; bytes: Uint8Array };
export type SignRequest = { documents: SentDocument[]; clientInfo: string; placement: WirePlacement };
export type SignLimits = { maxBytes: number; maxDocuments: number };

const placementFields = ['x1', 'y1', 'x2', 'y2', 'signaturePage'] as const;
const pairField = /^documentPairs\[(0|[1-9]\d{0,4})\]\.(referenceNumber|document)$/;
const maxTextLength = 64 * 1024;
const maxParts = 100_000;

/** Authentication, rule 1: no or an invalid token gives 401, an expired one 403. Then the two headers. */
export function checkSignHeaders(headers: IncomingHttpHeaders, account: Account, tokens: Tokens): void {
  const token = /^Bearer ([\w-]+)$/.exec(headers.authorization ?? '')?.[1];
  if (token === undefined) throw new Refusal(401, 'token not provided');
  const state = tokens.state(token);
  if (state === 'unknown') throw new Refusal(401, 'token invalid');
  if (state === 'expired') throw new Refusal(403, 'token expired');
  requireJsonAccepted(headers.accept);
  if (headers['x-account-id'] === undefined) throw badRequest('header x-account-id is missing');
  if (headers['x-project-id'] === undefined) throw badRequest('header x-project-id is missing');
  if (headers['x-account-id'] !== account.accountId) throw badRequest('x-account-id is not known');
  if (headers['x-project-id'] !== account.projectId) throw badRequest('x-project-id is not known');
}

/** @throws Refusal 400, or 413 when there is more than the limits allow */
export async function readSignRequest(request: FastifyRequest, limits: SignLimits): Promise<SignRequest> {
  if (!request.isMultipart()) throw badRequest('content-type must be multipart/form-data');
  const { texts, files } = await readParts(request, limits).catch((thrown: unknown) => {
    // Any failure of the form reader means a body that is no such form; it has errors of many shapes.
    throw thrown instanceof Refusal ? thrown : badRequest('the form cannot be read');
  });
  const documents = pairUp(texts, files);
  if (documents.length > limits.maxDocuments) throw new Refusal(413, 'too many documents');
  return { documents, clientInfo: clientInfoOf(texts), placement: placementOf(texts) };
}

type Parts = { texts: Map<string, string>; files: Map<string, Uint8Array> };

/** Reads a file to its end; keeps no more than `maxBytes` of it. */
async function readFile(file: AsyncIterable<Buffer>, maxBytes: number): Promise<{ size: number; content: Uint8Array }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file) {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
  }
  return { size, content: new Uint8Array(Buffer.concat(chunks)) };
}

/** Reads an oversized body to its end, so that the caller gets the 413 rather than a broken connection. */
async function readParts(request: FastifyRequest, { maxBytes }: SignLimits): Promise<Parts> {
  const texts = new Map<string, string>();
  const files = new Map<string, Uint8Array>();
  let bytes = 0;
  let fault: Refusal | null = null;
  for await (const part of request.parts({ limits: { fieldSize: maxTextLength, fileSize: Number.MAX_SAFE_INTEGER, parts: maxParts } })) {
    const name = part.fieldname;
    if (texts.has(name) || files.has(name)) fault ??= badRequest(`form field ${shown(name)} is repeated`);
    if (part.type === 'file') {
      const { size, content } = await readFile(part.file, maxBytes - bytes);
      bytes += size;
      files.set(name, content);
    } else {
      const value = String(part.value);
      bytes += Buffer.byteLength(value);
      if (part.valueTruncated) fault ??= badRequest(`form field ${shown(name)} is too long`);
      texts.set(name, value);
    }
  }
  if (bytes > maxBytes) throw new Refusal(413, 'the call is too large');
  if (fault) throw fault;
  return { texts, files };
}

function pairUp(texts: Map<string, string>, files: Map<string, Uint8Array>): SentDocument[] {
  for (const name of texts.keys()) {
    const known = pairField.exec(name)?.[2] === 'referenceNumber' || name === 'clientInfo' || isPlacementField(name);
    if (!known) throw badRequest(`form field ${shown(name)} is not known or is no file`);
  }
  for (const name of files.keys()) if (pairField.exec(name)?.[2] !== 'document') throw badRequest(`file field ${shown(name)} is not known`);
  const references = [...texts.keys()].filter((name) => pairField.test(name)).length;
  const count = Math.max(references, files.size);
  if (count === 0) throw badRequest('documents are missing');
  const documents = Array.from({ length: count }, (_, index) => documentAt(index, texts, files));
  if (new Set(documents.map(({ reference }) => reference)).size < count) throw badRequest('a reference number is repeated');
  return documents;
}

/** Returns the document at a position. There are as many texts and files as positions, so a wrong index leaves a gap here. */
function documentAt(index: number, texts: Map<string, string>, files: Map<string, Uint8Array>): SentDocument {
  const reference = texts.get(`documentPairs[${index}].referenceNumber`);
  const bytes = files.get(`documentPairs[${index}].document`);
  if (!reference?.trim()) throw badRequest(`documentPairs[${index}].referenceNumber is missing`);
  if (!bytes?.length) throw badRequest(`documentPairs[${index}].document is missing`);
  return { reference, bytes };
}

function clientInfoOf(texts: Map<string, string>): string {
  const clientInfo = texts.get('clientInfo');
  if (!clientInfo?.trim()) throw badRequest('clientInfo is missing');
  return clientInfo;
}

function placementOf(texts: Map<string, string>): WirePlacement {
  const [x1, y1, x2, y2, signaturePage] = placementFields.map((name) => {
    const value = texts.get(name);
    if (value === undefined) throw badRequest(`${name} is missing`);
    if (!/^-?\d{1,9}$/.test(value)) throw badRequest(`${name} is not an integer`);
    return Number(value);
  }) as [number, number, number, number, number];
  if (x1 === x2 || y1 === y2) throw badRequest('the signature rectangle has no area');
  return { x1, y1, x2, y2, signaturePage };
}

const isPlacementField = (name: string): boolean => placementFields.some((field) => field === name);
/** An untrusted name, short enough for an error text. */
const shown = (name: string): string => name.slice(0, 60);
