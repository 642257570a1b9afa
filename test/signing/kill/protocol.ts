/** What the parent tells the station that it will kill, and what it hears from it: JSON lines on stdin and stdout. */
import type { DocumentStatus, Profile, SecretName, SigningJob } from '../../support/doors/domain.ts';

export type Go = {
  kind: 'go';
  dataDir: string;
  outputFolder: string;
  profile: Profile;
  secrets: Partial<Record<SecretName, string>>;
};

/** `id` is the station's document id. */
export type Command =
  | Go
  | { kind: 'send'; paths: string[]; clientInfo: string }
  | { kind: 'retry'; ids: string[]; release: boolean }
  | { kind: 'cancel' | 'accept' | 'close' | 'releaseFile'; id: string }
  | { kind: 'end' };

/** A job as the station shows it. */
export type Shown = { id: string; sha256: string; status: DocumentStatus; delivery: SigningJob['delivery'] };

export type StationReport =
  | { kind: 'ready' }
  /** The station is open, and this is its list. */
  | { kind: 'open'; jobs: Shown[] }
  | { kind: 'changed'; jobs: Shown[] }
  | { kind: 'encrypting' }
  /** `signing.send` has answered: with the documents that it promised to send, or with faults. */
  | { kind: 'queued'; documents: { id: string; sha256: string }[] }
  | { kind: 'faults'; codes: string[] }
  | { kind: 'retried'; ids: string[] }
  | { kind: 'cancelled' | 'accepted' | 'closed' | 'released'; id: string }
  /** The station refused a command, which a person may have given too late. */
  | { kind: 'refused'; command: Command['kind']; code: string };

/** Names and references of the documents: `KT-NAME-0001.pdf` is sent as `KT-REF-0001`. */
export const nameOf = (n: number): string => `KT-NAME-${String(n).padStart(4, '0')}.pdf`;
export const referenceOf = (name: string): string => name.replace('NAME', 'REF').replace(/\.pdf$/, '');
