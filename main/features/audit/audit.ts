/** The public interface of audit: the only file that other areas import. */
export type { Audit, AuditContent, AuditEntry } from './audit-log.ts';
export { entryLine, exportAudit } from './export-audit.ts';
export { openAudit } from './open-audit.ts';
