/** The risk-list search reached over the line, by a profile's search section and network settings. */
import type { Network, SearchProfile } from '../../../shared/domain/profile.ts';
import type { SystemProxy } from './dispatchers.ts';
import { search } from './search.ts';
import type { SearchClient } from './search-client.ts';
import { createTransport } from './transport.ts';

type SearchDeps = {
  search: SearchProfile;
  network: Network;
  /** `searchApiKey`; asked for at each search, never kept. @throws StationError `secret-missing` */
  apiKey: () => Promise<string>;
  /** Without it, `proxy: system` follows HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  systemProxy?: SystemProxy;
};

/** Connects nothing yet; the first search does. */
export function connectSearch({ search: profile, network, apiKey, systemProxy }: SearchDeps): SearchClient {
  const transport = createTransport(network, systemProxy, true);
  return {
    search: (query, signal) => search({ profile, apiKey, transport }, query, signal),
    close: () => transport.close(),
  };
}
