/** What the parent tells the station that works on visits, and what it hears from it: JSON lines on stdin and stdout. */
import type { Profile, SecretName } from '../../support/doors/domain.ts';

export type VisitGo = {
  kind: 'go';
  dataDir: string;
  profile: Profile;
  secrets: Partial<Record<SecretName, string>>;
  /** Of what its clerks do. */
  seed: number;
};

export const actions = ['create', 'note', 'fetch', 'push', 'screen', 'override', 'remove'] as const;
export type Action = (typeof actions)[number];

/** `mark` names what is done, once in all runs: it is in the note, the name, the reason or the pushed record. */
export type Tried = { kind: 'trying'; action: Action; mark: string; visit: string };

export type VisitReport =
  | { kind: 'open' }
  | Tried
  /** The station has answered. `id`: of the visit, record or search that there is now; `files`: how many the record has. */
  | { kind: 'done'; mark: string; visit: string; id: string; files: number; keys: string[] }
  | { kind: 'refused'; mark: string; code: string };
