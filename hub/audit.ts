/** Entries about what administrators, stations and users of the web service did, without personal data. */
import { userInfo } from 'node:os';
import type { Queryable } from './database.ts';

/** Part of the transaction. `subject`: the id of what it is about. `actor`: by default the user of the system who runs the command. */
export async function addAudit(client: Queryable, kind: string, subject: string | null = null, actor = systemUser()): Promise<void> {
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
