/** The connection to a provider's signing service, by a profile's signing and validation sections and network settings. */
import type { Network, SigningProfile } from '../../../shared/domain/profile.ts';
import type { TokenMember } from '../../../shared/domain/provider/token.ts';
import type { Lease, Target } from '../runtime/connection-pool.ts';
import type { Account, SystemProxy } from './account.ts';
import type { IncomingContent, IncomingStore } from './incoming-store.ts';
import { signDocuments } from './sign-documents.ts';
import type { CallOutcome, SigningCall } from './signing-call.ts';
import { createTokenSource } from './token.ts';
import { createTransport } from './transport.ts';
import { signedDocumentsOf, type ValidationAccess, validationAccess } from './validation-query.ts';

export type SigningConnection = {
  profile: SigningProfile;
  /**
   * Gets a token if needed and sends the call once (twice if the token was refused: the provider did nothing). Never throws
   * because of the provider or the network. `onSending` is called when the request's first byte is about to leave.
   */
  signDocuments(
    call: SigningCall,
    incoming: IncomingStore,
    options?: { onSending?: () => void; signal?: AbortSignal },
  ): Promise<CallOutcome>;
  /**
   * Gets a new token. `unread`: members of its answer that are missing or unreadable.
   * @throws StationError with what is wrong, `cancelled` once `signal` is aborted
   */
  testSigning(signal?: AbortSignal): Promise<{ unread: TokenMember[] }>;
  /**
   * Fetches the record of a transaction with its signed documents (endpoint E, `returnDocuments`). Writes every base64 text under
   * `SignedDocuments` that is long enough to be a document to the store, undecoded.
   * @throws StationError `validation-not-set-up`, `validation-part-unusable`, `validation-refused`, `validation-failed`, `secret-missing`,
   * or the problem of the connection
   */
  signedDocumentsOf(transaction: string, incoming: IncomingStore): Promise<IncomingContent[]>;
  close(): Promise<void>;
};

export type SigningLease = Lease<SigningConnection>;

export type SigningDeps = {
  signing: SigningProfile;
  network: Network;
  /** The client secret; read each time a token is needed, and not stored. @throws StationError `secret-missing` */
  secret: () => Promise<string>;
  /** Without it, the provider cannot be asked about a transaction. */
  validation?: ValidationAccess | undefined;
  systemProxy?: SystemProxy | undefined;
  /** Milliseconds; for tests. */
  now?: () => number;
};

/** Null when the profile has no signing section. */
export function signingTarget({ id, profile, secret, systemProxy }: Account): Target<SigningConnection> | null {
  const { signing, network, validation } = profile;
  if (!signing) return null;
  const deps = { signing, network, secret: () => secret('clientSecret'), validation: validationAccess(validation, secret), systemProxy };
  return { name: `signing ${id}`, settings: [signing, network, validation], connect: () => connectSigning(deps) };
}

/** Connects at the first call. Each call has a connection of its own (see `createDispatchers`). */
export function connectSigning({ signing, network, secret, validation, systemProxy, now = Date.now }: SigningDeps): SigningConnection {
  const transport = createTransport(network, systemProxy);
  const tokens = createTokenSource({ signing, secret, transport, now });
  return {
    profile: signing,
    signDocuments: (call, incoming, options) =>
      signDocuments({ signing, callTimeout: network.callTimeout, transport, tokens, now }, call, incoming, options),
    testSigning: async (signal) => ({ unread: (await tokens.fresh(signal)).unread }),
    signedDocumentsOf: (transaction, incoming) => signedDocumentsOf(validation, transport, transaction, incoming),
    close: () => transport.close(),
  };
}
