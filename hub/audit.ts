/** Entries about what administrators, stations and users of the web service did, without personal data. */
import { userInfo } from 'node:os';
import type { Queryable } from './database.ts';

/** What has an entry. Each has its words in `hub.audit` of `cli.json`. */
export type AuditKind =
  | ('enrolment-code' | 'station-enrolled' | 'station-renamed' | 'station-revoked')
  | ('group-added' | 'group-removed' | 'group-member-added' | 'group-member-removed' | 'rule-added' | 'rule-removed')
  | ('user-added' | 'user-renewed' | 'user-revoked' | 'user-removed')
  | ('persons-shown' | 'pushes-found' | 'quarantined-read' | 'quarantined-removed');

export type AuditEntry = { at: Date; kind: AuditKind; actor: string; subject: string | null };

/** Newest first. */
export async function listAudit(client: Queryable): Promise<AuditEntry[]> {
  const { rows } = await client.query<AuditEntry>('SELECT at, kind, actor, subject FROM audit_entry ORDER BY number DESC');
  return rows;
}

/** Part of the transaction. `subject`: the id of what it is about. `actor`: by default the user of the system who runs the command. */
export async function addAudit(client: Queryable, kind: AuditKind, subject: string | null = null, actor = systemUser()): Promise<void> {
  await client.query('INSERT INTO audit_entry (kind, actor, subject) VALUES ($1, $2, $3)', [kind, actor, subject]);
}

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A user id without a name, as in a container.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
