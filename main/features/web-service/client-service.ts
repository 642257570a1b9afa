/** The client's own web service: what the rest of the station may ask of it. */
import type { EventEmitter } from 'node:events';
import type { SelfTest, ServiceEvent, ServiceSettings, ServiceState } from '../../../shared/domain/client-service.ts';
import type { Access } from './access/access.ts';

export type ClientService = {
  readonly events: EventEmitter<{ state: [ServiceState]; told: [ServiceEvent] }>;
  readonly users: Pick<Access, 'users' | 'add' | 'provide' | 'renew' | 'revoke' | 'remove'>;
  state(): ServiceState;
  settings(): ServiceSettings;
  /** Kept, and in force when it resolves; when it could not be opened, `state` says why. */
  change(part: Partial<ServiceSettings>): Promise<ServiceSettings>;
  /** Listens if it is switched on; never rejects. */
  start(): Promise<void>;
  /**
   * Listens whatever is switched on, by these settings, which are not kept; for the command line.
   * @throws StationError why it does not
   */
  serve(settings: ServiceSettings, passphrase: string | null): Promise<void>;
  /** Calls the service as the provider would. @throws StationError `service-not-running` */
  selfTest(): Promise<SelfTest>;
  /** Finishes what was accepted. */
  close(): Promise<void>;
};
