/** The lines to the providers in use, for each of their services. */
import type { Profile, SecretName } from '../../../shared/domain/profile.ts';
import { createConnectionPool, type Lease } from '../runtime/connection-pool.ts';
import { connectProvider } from './connect-provider.ts';
import { connectSearch } from './connect-search.ts';
import { connectValidation } from './connect-validation.ts';
import type { Line } from './line.ts';
import type { Provider } from './provider.ts';
import type { SearchClient } from './search-client.ts';
import type { ValidationClient } from './validation-client.ts';

export type SystemProxy = (url: string) => Promise<string | null>;

/** A profile with the way to its secrets; `id` tells profiles of the same content apart. */
export type Account = {
  id: string;
  profile: Profile;
  secret: (name: SecretName) => Promise<string>;
};

export type Lines = {
  /** Null when the profile has no signing section. */
  line(account: Account): Line | null;
  /** Null when it has no search section. */
  search(account: Account): Lease<SearchClient> | null;
  /** Null when it has no validation section. */
  validation(account: Account): Lease<ValidationClient> | null;
  /** Closes those that nobody uses, and the others once they are released. */
  close(): Promise<void>;
};

export function createLines(systemProxy: SystemProxy | undefined): Lines {
  const providers = createConnectionPool<Provider>();
  const searches = createConnectionPool<SearchClient>();
  const validations = createConnectionPool<ValidationClient>();
  const proxy = systemProxy && { systemProxy };

  return {
    line({ id, profile, secret }) {
      const { signing, network, validation } = profile;
      if (!signing) return null;
      const connect = () =>
        connectProvider({
          signing,
          network,
          secret: () => secret('clientSecret'),
          ...(validation && { validation: { profile: validation, apiKey: () => secret('validationApiKey') } }),
          ...proxy,
        });
      const asLine = ({ value, share, release }: Lease<Provider>): Line => ({
        provider: value,
        signing,
        share: () => asLine(share()),
        release,
      });
      return asLine(providers.hold(id, JSON.stringify([signing, network, validation]), connect));
    },
    search({ id, profile, secret }) {
      const { search, network } = profile;
      if (!search) return null;
      const connect = () => connectSearch({ search, network, apiKey: () => secret('searchApiKey'), ...proxy });
      return searches.hold(id, JSON.stringify([search, network]), connect);
    },
    validation({ id, profile, secret }) {
      const { validation, network } = profile;
      if (!validation) return null;
      const parts = { profile: validation, apiKey: () => secret('validationApiKey') };
      const connect = () => connectValidation({ validation: parts, network, ...proxy });
      return validations.hold(id, JSON.stringify([validation, network]), connect);
    },
    close: async () => void (await Promise.all([providers.close(), searches.close(), validations.close()])),
  };
}
