/** Calls of endpoints C, D, E and F written out by hand, so that the practice provider is not judged by our own client. */
import { execFile } from 'node:child_process';
import type { Practice } from './doors/practice.ts';

export type Item = {
  referenceNumber: string;
  documentId: string;
  signedDocument: string | null;
  status: string;
  errorReason: string | null;
};

export function signingOf(practice: Practice) {
  const { signing } = practice.profile;
  if (!signing) throw new Error('the practice profile has no signing section');
  return signing;
}

export function tokenForm(practice: Practice): Record<string, string> {
  return { client_id: signingOf(practice).clientId, client_secret: practice.secrets.clientSecret ?? '', grant_type: 'client_credentials' };
}

export const postToken = (practice: Practice, form: ConstructorParameters<typeof URLSearchParams>[0] = tokenForm(practice)) =>
  fetch(`${practice.origin}/token`, { method: 'POST', headers: { accept: 'application/json' }, body: new URLSearchParams(form) });

export async function tokenOf(practice: Practice): Promise<string> {
  const { access_token } = (await (await postToken(practice)).json()) as { access_token: string };
  return access_token;
}

export async function signHeaders(practice: Practice): Promise<Record<string, string>> {
  const { accountId, projectId } = signingOf(practice);
  return {
    accept: 'application/json',
    'x-account-id': accountId,
    'x-project-id': projectId,
    authorization: `Bearer ${await tokenOf(practice)}`,
  };
}

export type Fields = Record<string, string | Uint8Array<ArrayBufferLike>>;

/** The fields of a call with these documents; `rest` replaces or adds fields. */
export function signFields(documents: readonly Uint8Array[], rest: Fields = {}): Fields {
  const pairs = documents.flatMap((bytes, index): [string, string | Uint8Array][] => [
    [`documentPairs[${index}].referenceNumber`, `ref-${index}`],
    [`documentPairs[${index}].document`, bytes],
  ]);
  return { ...Object.fromEntries(pairs), clientInfo: 'T-1', x1: '100', y1: '50', x2: '200', y2: '90', signaturePage: '1', ...rest };
}

export function formOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)], { type: 'application/pdf' }), 'contract.pdf');
  }
  return form;
}

export async function postSign(practice: Practice, body: BodyInit, headers?: Record<string, string>): Promise<Response> {
  return fetch(`${practice.origin}/sign-documents`, { method: 'POST', headers: headers ?? (await signHeaders(practice)), body });
}

/** Endpoint E. `query` begins with `?` or is empty. */
export const getRecord = (practice: Practice, transaction: string, query = '?returnDocuments=true', headers: Record<string, string> = {}) =>
  fetch(`${practice.origin}/api/practice/Validation/${encodeURIComponent(transaction)}${query}`, {
    headers: { accept: 'application/json', apiKey: practice.secrets.validationApiKey ?? '', ...headers },
  });

export type PracticeRecord = {
  TransactionId: string;
  SignedDocuments?: { ReferenceNumber: string; DocumentName: string; Document: string }[];
};

/** The record of a transaction that is known. */
export async function recordOf(practice: Practice, transaction: string, query = '?returnDocuments=true'): Promise<PracticeRecord> {
  return (await askRecord(practice, transaction, query)) as PracticeRecord;
}

type AnyRecord = Record<string, unknown>;

/** The record of a transaction that is known, whatever it holds. */
export async function askRecord(
  practice: Practice,
  transaction: string,
  query: string,
  headers?: Record<string, string>,
): Promise<AnyRecord> {
  const response = await getRecord(practice, transaction, query, headers);
  if (response.status !== 200) throw new Error(`answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as AnyRecord;
}

/** The items of a call that is answered with 200. */
export async function signed(practice: Practice, documents: readonly Uint8Array[], rest: Fields = {}): Promise<Item[]> {
  const response = await postSign(practice, formOf(signFields(documents, rest)));
  if (response.status !== 200) throw new Error(`answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { signedDocuments: Item[] }).signedDocuments;
}

export function bytesOf(item: Item | undefined): Buffer {
  if (!item?.signedDocument) throw new Error(`no signed document: ${item?.errorReason}`);
  return Buffer.from(item.signedDocument, 'base64');
}

/** The headers of endpoint F, under the names of the description. */
export function searchHeaders(practice: Practice): Record<string, string> {
  const projectName = practice.profile.search?.projectName ?? '';
  return { 'Content-Type': 'application/json', projectName, 'X-API-Key': practice.secrets.searchApiKey ?? '' };
}

/** Endpoint F. A text is sent as it is, everything else as JSON. */
export const postSearch = (practice: Practice, body: unknown, headers = searchHeaders(practice)) =>
  fetch(practice.profile.search?.url ?? '', { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });

export type SearchEntry = Record<string, unknown> & { lista: string[]; nombre_apellido: string[] };
export type SearchResult = Record<string, unknown> & { datos_tsti: SearchEntry[] };
export type SearchAnswer = Record<string, unknown> & { results: [SearchResult] };

/** The answer of a search that is answered with 200. */
export async function searched(practice: Practice, body: Record<string, unknown>): Promise<SearchAnswer> {
  const response = await postSearch(practice, body);
  if (response.status !== 200) throw new Error(`answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as SearchAnswer;
}

/** Runs a judge that is not ours (pdfsig, qpdf, pdftotext); resolves whatever it thinks. */
export function judge(program: string, parameters: string[]): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    execFile(program, parameters, { timeout: 20_000, env: { ...process.env, LC_ALL: 'C.UTF-8' } }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, text: `${stdout}${stderr}` }),
    );
  });
}
