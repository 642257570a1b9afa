/**
 * The practice provider (design, section 7): endpoints C, D, E and F of the interface description on 127.0.0.1,
 * strict about requests, signing for real with a certificate of its own, and misbehaving on demand.
 */
import { hash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type PlacementConvention, placementConventionSchema } from '../shared/domain/placement/placement.ts';
import type { SearchProfile } from '../shared/domain/settings/profile.ts';
import { type Account, inventAccount, profileOf } from './account.ts';
import { dropRequest, errorMember, outcome, readToEnd, sendAnswer, statusMember } from './answer.ts';
import { type AskedCounts, createAskedCounts } from './asked-counts.ts';
import {
  createMisbehaviours,
  type Misbehaviour,
  type Misbehaviours,
  type Practice,
  type PracticeLogEntry,
  type PracticeOperation,
  type PracticeOptions,
  type SigningStyle,
} from './behaviour.ts';
import { createRecordOf, type RecordOf } from './records/record-of.ts';
import { createRecords, type Records } from './records/records.ts';
import { answerValidation, validationPath } from './records/validation-query.ts';
import { createSearch, type Search } from './search/search.ts';
import { checkSearchHeaders, readSearchRequest } from './search/search-request.ts';
import { makeTls, signerOfProcess, signerRoot } from './signing/certificate.ts';
import { triedBy } from './signing/client-info-rules.ts';
import { signDocuments } from './signing/sign-documents.ts';
import { checkSignHeaders, readSignRequest } from './signing/sign-request.ts';
import { answerToken, readForm } from './token-endpoint.ts';
import { createTokens, type Tokens } from './tokens.ts';

/** A call may be larger than the station's own default limit, so that it is the station's limit that splits. */
const defaults = { maxBytes: 64 * 1024 * 1024, maxDocuments: 100 };
const maxLogEntries = 10_000;

type Logged = Pick<PracticeLogEntry, 'documents' | 'clientInfo' | 'asked'>;
type Handler = (request: FastifyRequest, wrong: Misbehaviour, logged: Logged) => Promise<unknown>;

/** The data of one running provider. */
type State = {
  account: Account;
  convention: PlacementConvention;
  judicialFlag: SearchProfile['judicialFlag'];
  limits: { maxBytes: number; maxDocuments: number };
  style: SigningStyle;
  tokens: Tokens;
  records: Records;
  recordOf: RecordOf;
  search: Search;
  askedCounts: AskedCounts;
  misbehaviours: Misbehaviours;
  log: PracticeLogEntry[];
  /** Aborted when the provider closes. */
  stop: AbortController;
  nextDocumentId(): string;
};

const searchPath = '/search';
const errorBodyOf = (request: FastifyRequest) => (request.routeOptions.url === searchPath ? statusMember : errorMember);

export async function startPractice(options: PracticeOptions = {}): Promise<Practice> {
  const state = await createState(options);
  const tls = options.tls ? await makeTls() : null;
  const app = await createApp(tls);
  // Before it listens: what fails after that would leave it open.
  const root = await signerRoot();
  addOperations(app, state);
  await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  const origin = `${tls ? 'https' : 'http'}://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const { account, convention, judicialFlag, misbehaviours, tokens, log, askedCounts, stop } = state;
  return {
    origin,
    profile: profileOf(account, origin, convention, judicialFlag, root),
    secrets: { clientSecret: account.clientSecret, validationApiKey: account.validationApiKey, searchApiKey: account.searchApiKey },
    signerRoot: root,
    ...(tls && { certificate: tls.cert }),
    misbehave: (name, how, times = 1) => misbehaviours.add(name, how, times),
    spoilTokens: (how) => tokens.spoil(how),
    log: () => structuredClone(log.slice(-maxLogEntries)),
    asked: askedCounts.all,
    close: async () => {
      stop.abort();
      await app.close();
    },
  };
}

async function createState({ maxBytes, maxDocuments, placement, style, judicialFlag }: PracticeOptions): Promise<State> {
  const account = inventAccount();
  const records = createRecords(account.projectId);
  let signedSoFar = 0;
  return {
    account,
    convention: placementConventionSchema.parse(placement ?? {}),
    judicialFlag: judicialFlag ?? 'SearchJudicialBranch',
    limits: { maxBytes: maxBytes ?? defaults.maxBytes, maxDocuments: maxDocuments ?? defaults.maxDocuments },
    style: style ?? {},
    tokens: createTokens(),
    records,
    recordOf: createRecordOf(account.projectId, records, await signerOfProcess()),
    search: createSearch(),
    askedCounts: createAskedCounts(),
    misbehaviours: createMisbehaviours(),
    log: [],
    stop: new AbortController(),
    nextDocumentId: () => `PRACTICE-${String(++signedSoFar).padStart(6, '0')}`,
  };
}

async function createApp(tls: { key: string; cert: string } | null): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    // Client info is any text that the clerk typed, which may be longer than the router's hundred characters.
    routerOptions: { maxParamLength: 16_384 },
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    ...(tls && { serverFactory: (handler: RequestListener) => createHttpsServer(tls, handler) }),
  });
  // The handlers read the bodies, so that a call can be dropped before its body is read.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  await app.register(multipart);
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'no such operation' }));
  app.setErrorHandler((_error, request, reply) => reply.code(400).send(errorBodyOf(request)(400, 'the request cannot be read')));
  return app;
}

function addOperations(app: FastifyInstance, state: State): void {
  const operation = (name: PracticeOperation, handler: Handler) => (request: FastifyRequest, reply: FastifyReply) =>
    runOperation(state, name, handler, request, reply);
  app.post('/token', operation('token', tokenHandler(state)));
  app.post('/sign-documents', operation('sign', signHandler(state)));
  app.get(validationPath, operation('validation', validationHandler(state)));
  app.post(searchPath, operation('search', searchHandler(state)));
}

/** Runs one call with its misbehaviour, and logs it. */
async function runOperation(
  { misbehaviours, log, stop }: State,
  name: PracticeOperation,
  handler: Handler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const wrong = misbehaviours.next(name);
  const at = new Date().toISOString();
  const logged: Logged = {};
  let status: PracticeLogEntry['status'] = 'dropped';
  try {
    if (wrong.drop === 'before-body' || wrong.drop === 'during-request') await dropRequest(request, reply, wrong.drop);
    else {
      const answer = await outcome(() => handler(request, wrong, logged), errorBodyOf(request));
      await readToEnd(request);
      status = await sendAnswer(reply, answer, wrong, errorBodyOf(request), stop.signal);
    }
  } finally {
    log.push({ at, operation: name, status, ...logged });
    // Trimmed in batches: a list of thousands makes a hundred thousand calls.
    if (log.length >= 2 * maxLogEntries) log.splice(0, log.length - maxLogEntries);
  }
}

const tokenHandler =
  ({ account, tokens }: State): Handler =>
  async (request, wrong) =>
    answerToken(request.headers, await readForm(request.raw), account, tokens, wrong.expiresIn);

const signHandler =
  ({ account, tokens, limits, records, style, convention, nextDocumentId }: State): Handler =>
  async (request, wrong, logged) => {
    checkSignHeaders(request.headers, account, tokens);
    const sent = await readSignRequest(request, limits);
    logged.documents = sent.documents.map(({ reference, bytes }) => ({
      reference,
      sha256: hash('sha256', bytes),
    }));
    logged.clientInfo = sent.clientInfo;
    records.met(sent.clientInfo);
    const onSigned = (reference: string, bytes: Uint8Array) => records.signed(sent.clientInfo, reference, bytes);
    // A misbehaviour from the queue overrides it.
    Object.assign(wrong, { ...triedBy(sent.clientInfo), ...wrong });
    return { signedDocuments: await signDocuments(sent, { style, convention, nextDocumentId, onSigned }, wrong) };
  };

const validationHandler =
  ({ account, recordOf }: State): Handler =>
  async ({ headers, query, params }, wrong) => {
    const { transaction } = params as { transaction: string };
    const found = await answerValidation(headers, query as Record<string, unknown>, transaction, account, recordOf);
    // A record for which calls fail automatically; a misbehaviour from the queue overrides it.
    Object.assign(wrong, { ...found.wrong, ...wrong });
    return found.record;
  };

const searchHandler =
  ({ account, judicialFlag, askedCounts, search }: State): Handler =>
  async ({ raw }, wrong, logged) => {
    const begun = performance.now();
    checkSearchHeaders(raw, account);
    const asked = await readSearchRequest(raw, judicialFlag);
    logged.asked = askedCounts.add(asked);
    const found = search.find(asked);
    // A person with failing calls; a misbehaviour from the queue overrides it.
    Object.assign(wrong, { ...found.person?.wrong, ...wrong });
    return search.answer(asked, found, wrong, begun);
  };
