/** The way to a provider, as the signing area uses it. */
import type { SigningProfile } from '../../../shared/domain/profile.ts';
import type { Provider } from './provider.ts';

/** A provider in use: it stays as it is, and open, until everyone who shares it has released it. */
export type Line = {
  provider: Provider;
  signing: SigningProfile;
  share(): Line;
  /** Harmless when repeated. */
  release(): void;
};
