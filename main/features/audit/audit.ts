/** The door of the audit log: all that other areas import of it. */
export type { AuditContent, AuditEntry } from './audit-entry.ts';
export { type Audit, openAudit } from './audit-log.ts';
export { entryLine } from './export-audit.ts';
