/** Calls of endpoints C, D, E and F written by hand, so that a provider is not judged by our own client. */
import { execFile } from 'node:child_process';
import type { Practice } from '../doors/practice.ts';

/** The data for calling a provider: any one, not only the practice provider. */
export type Target = Pick<Practice, 'profile' | 'secrets'>;

export type Item = {
  referenceNumber: string;
  documentId: string;
  signedDocument: string | null;
  status: string;
  errorReason: string | null;
};

export function signingOf(target: Target) {
  const { signing } = target.profile;
  if (!signing) throw new Error('the profile has no signing section');
  return signing;
}

export function tokenForm(target: Target): Record<string, string> {
  return { client_id: signingOf(target).clientId, client_secret: target.secrets.clientSecret ?? '', grant_type: 'client_credentials' };
}

export const postToken = (target: Target, form: ConstructorParameters<typeof URLSearchParams>[0] = tokenForm(target)) =>
  fetch(`${signingOf(target).authUrl}/token`, { method: 'POST', headers: { accept: 'application/json' }, body: new URLSearchParams(form) });

async function tokenOf(target: Target): Promise<string> {
  const { access_token } = (await (await postToken(target)).json()) as { access_token: string };
  return access_token;
}

export async function signHeaders(target: Target): Promise<Record<string, string>> {
  const { accountId, projectId } = signingOf(target);
  return {
    accept: 'application/json',
    'x-account-id': accountId,
    'x-project-id': projectId,
    authorization: `Bearer ${await tokenOf(target)}`,
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

export async function postSign(target: Target, body: BodyInit, headers?: Record<string, string>): Promise<Response> {
  return fetch(`${signingOf(target).baseUrl}/sign-documents`, { method: 'POST', headers: headers ?? (await signHeaders(target)), body });
}

/** Endpoint E. `query` begins with `?` or is empty. */
export function getRecord(target: Target, transaction: string, query = '?returnDocuments=true', headers: Record<string, string> = {}) {
  const { baseUrl, path } = target.profile.validation ?? {};
  const address = `${baseUrl}/${path?.replace(/\{[^}]*\}/, encodeURIComponent(transaction))}${query}`;
  return fetch(address, { headers: { accept: 'application/json', apiKey: target.secrets.validationApiKey ?? '', ...headers } });
}

export type PracticeRecord = {
  TransactionId: string;
  SignedDocuments?: { ReferenceNumber: string; DocumentName: string; Document: string }[];
};

/** Returns the record of a known transaction. */
export async function recordOf(target: Target, transaction: string, query = '?returnDocuments=true'): Promise<PracticeRecord> {
  return (await askRecord(target, transaction, query)) as PracticeRecord;
}

type AnyRecord = Record<string, unknown>;

/** Returns the record of a known transaction, with any content. */
export async function askRecord(target: Target, transaction: string, query: string, headers?: Record<string, string>): Promise<AnyRecord> {
  const response = await getRecord(target, transaction, query, headers);
  if (response.status !== 200) throw new Error(`answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as AnyRecord;
}

/** Returns the items of a call that must be answered with 200. */
export async function signed(target: Target, documents: readonly Uint8Array[], rest: Fields = {}): Promise<Item[]> {
  const response = await postSign(target, formOf(signFields(documents, rest)));
  if (response.status !== 200) throw new Error(`answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { signedDocuments: Item[] }).signedDocuments;
}

export function bytesOf(item: Item | undefined): Buffer {
  if (!item?.signedDocument) throw new Error(`no signed document: ${item?.errorReason}`);
  return Buffer.from(item.signedDocument, 'base64');
}

/** The headers of endpoint F, under the names of the description. */
export function searchHeaders(target: Target): Record<string, string> {
  const projectName = target.profile.search?.projectName ?? '';
  return { 'Content-Type': 'application/json', projectName, 'X-API-Key': target.secrets.searchApiKey ?? '' };
}

/** Calls endpoint F. A text is sent unchanged, everything else as JSON. */
export const postSearch = (target: Target, body: unknown, headers = searchHeaders(target)) =>
  fetch(target.profile.search?.url ?? '', { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });

export type SearchEntry = Record<string, unknown> & { lista: string[]; nombre_apellido: string[] };
export type SearchResult = Record<string, unknown> & { datos_tsti: SearchEntry[] };
export type SearchAnswer = Record<string, unknown> & { results: [SearchResult] };

/** Returns the answer of a search that must be answered with 200. */
export async function searched(target: Target, body: Record<string, unknown>): Promise<SearchAnswer> {
  const response = await postSearch(target, body);
  if (response.status !== 200) throw new Error(`answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as SearchAnswer;
}

/** Runs an independent judge (pdfsig, qpdf, pdftotext); resolves whatever its result. */
export function judge(program: string, parameters: string[]): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    execFile(program, parameters, { timeout: 600_000, env: { ...process.env, LC_ALL: 'C.UTF-8' } }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, text: `${stdout}${stderr}` }),
    );
  });
}
