/** The validation query reached over the line, by a profile's validation section and network settings. */
import type { Network } from '../../../shared/domain/profile.ts';
import type { SystemProxy } from './dispatchers.ts';
import { createTransport } from './transport.ts';
import type { ValidationClient } from './validation-client.ts';
import { fetchRecord, type ValidationDeps } from './validation-query.ts';

type ConnectDeps = {
  validation: ValidationDeps;
  network: Network;
  /** Without it, `proxy: system` follows HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  systemProxy?: SystemProxy;
};

/** Connects nothing yet; the first query does. */
export function connectValidation({ validation, network, systemProxy }: ConnectDeps): ValidationClient {
  const transport = createTransport(network, systemProxy, true);
  return {
    fetch: (query, store, options) => fetchRecord(validation, transport, query, store, options),
    close: () => transport.close(),
  };
}
