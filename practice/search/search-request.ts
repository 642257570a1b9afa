/** Checks a request of endpoint F: headers and body as described, and nothing else. */
import type { IncomingMessage } from 'node:http';
import { judicialFlagsOf, type SearchProfile } from '../../shared/domain/settings/profile.ts';
import type { Account } from '../account.ts';
import { badRequest, Refusal } from '../refusal.ts';
import { same } from '../same.ts';
import type { Asked } from './find-people.ts';

export type SearchRequest = Asked & { judicial: boolean; procurator: boolean };

/** Far above any name. The description names no limit and no 413. */
const maxBodyBytes = 64 * 1024;

/** @throws Refusal 401 for a key or project that is not of the agreement, 400 for headers that are not as described */
export function checkSearchHeaders({ headers, url }: IncomingMessage, account: Account): void {
  if (!same(headers['x-api-key'], account.searchApiKey)) throw new Refusal(401, 'X-API-Key is missing or wrong');
  const project = headers.projectname;
  if (typeof project !== 'string' || project.trim() === '') throw badRequest('header projectName is missing');
  if (!same(project, account.projectName)) throw new Refusal(401, 'the key has no permission for this project');
  const [type, ...parameters] = (headers['content-type'] ?? '').split(';').map((part) => part.trim().toLowerCase());
  if (type !== 'application/json') throw badRequest('header Content-Type must be application/json');
  if (!parameters.every((parameter) => /^charset="?utf-8"?$/.test(parameter))) throw badRequest('the body must be in UTF-8');
  if (url?.includes('?')) throw badRequest('the address takes no query parameters');
}

/** @throws Refusal 400 when the body is not exactly the described object, with the accepted spellings of the judicial flag */
export async function readSearchRequest(request: IncomingMessage, judicialFlag: SearchProfile['judicialFlag']): Promise<SearchRequest> {
  const body = objectOf(await readBody(request));
  const flags = judicialFlagsOf(judicialFlag);
  const known = ['Name', 'Identification', ...flags, 'SearchProcuration'];
  if (!Object.keys(body).every((member) => known.includes(member))) throw badRequest('the body has an unknown member');
  const { Name: name, Identification: identification = '', SearchProcuration: procurator = false } = body;
  const judicial = flags.map((flag) => body[flag] ?? false);
  if (typeof name !== 'string' || name.trim() === '') throw badRequest('Name is missing, blank or no text');
  if (typeof identification !== 'string') throw badRequest('Identification is no text');
  if (!judicial.every((flag) => typeof flag === 'boolean')) throw badRequest(`${flags.join(', ')}: neither true nor false`);
  if (typeof procurator !== 'boolean') throw badRequest('SearchProcuration is neither true nor false');
  return { name, identification, judicial: judicial.includes(true), procurator };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) throw badRequest('the body is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function objectOf(bytes: Buffer): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw badRequest('the body is no JSON in UTF-8');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badRequest('the body is no JSON object');
  return value as Record<string, unknown>;
}
