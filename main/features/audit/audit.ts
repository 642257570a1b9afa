/** The public interface of audit: the only file that other areas import. */
export type { AuditContent, AuditEntry } from './audit-entry.ts';
export { type Audit, openAudit } from './audit-log.ts';
export { entryLine } from './export-audit.ts';
