/** The listening part: endpoints A and B of the interface description, health, readiness, and their OpenAPI description. */
import type { ServiceEvent, ServiceSettings } from '../../../../shared/domain/web-service.ts';
import type { Access } from '../access/access.ts';
import type { Intake } from '../inbox/inbox.ts';
import type { Publishing } from '../publishing/publishing.ts';

export type WebServerDeps = {
  settings: ServiceSettings;
  /** Of the PKCS#12 file; null for none. */
  passphrase: string | null;
  access: Pick<Access, 'token' | 'callerOf'>;
  publishing: Pick<Publishing, 'answer'>;
  intake: Intake;
  /** Whether a push could be stored now. */
  ready(): boolean | Promise<boolean>;
  /** Each call that was answered, and each connection that was refused; never what was in it. */
  told(event: ServiceEvent): void;
  /** Of the station, for the OpenAPI description. */
  version: string;
};

export type WebServer = {
  /** `{client_base_url}`: one for each address that it listens on. */
  urls: string[];
  /** When the certificate ends, ISO 8601; null without one. */
  certificateEnds: string | null;
  /** The certificate itself, PEM, for the self-test, which trusts no other; null without one. */
  certificate: string | null;
  /** Refuses new calls, finishes the accepted ones, then closes. Readiness is false from the start of it. */
  close(): Promise<void>;
};
