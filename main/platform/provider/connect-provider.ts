/** A provider reached over the line, by a profile's signing and validation sections and network settings. */
import type { Network, SigningProfile } from '../../../shared/domain/profile.ts';
import type { SystemProxy } from './dispatchers.ts';
import type { Provider } from './provider.ts';
import { signDocuments } from './sign-documents.ts';
import { createTokenSource } from './token.ts';
import { createTransport } from './transport.ts';
import { signedDocumentsOf, type ValidationDeps } from './validation-query.ts';

export type ProviderDeps = {
  signing: SigningProfile;
  network: Network;
  /** The client secret; asked for each time a token is needed, never kept. @throws StationError `secret-missing` */
  secret: () => Promise<string>;
  /** Without it, the provider cannot be asked about a transaction. */
  validation?: ValidationDeps;
  /** Without it, `proxy: system` follows HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  systemProxy?: SystemProxy;
  /** Milliseconds; for tests. */
  now?: () => number;
};

/** Connects nothing yet; the first call does. */
export function connectProvider({ signing, network, secret, validation, systemProxy, now = Date.now }: ProviderDeps): Provider {
  const transport = createTransport(network, systemProxy);
  const tokens = createTokenSource({ signing, secret, transport, now });
  return {
    signDocuments: (call, incoming, options) =>
      signDocuments({ signing, callTimeout: network.callTimeout, transport, tokens, now }, call, incoming, options),
    testSigning: async (signal) => ({ unread: (await tokens.fresh(signal)).unread }),
    signedDocumentsOf: (transaction, incoming) => signedDocumentsOf(validation, transport, transaction, incoming),
    close: () => transport.close(),
  };
}
