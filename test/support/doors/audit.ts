export type { NewAuditEntry } from '../../../main/features/audit/audit-entry.ts';
export { type Audit, openAudit } from '../../../main/features/audit/audit-log.ts';
export { exportAudit } from '../../../main/features/audit/export-audit.ts';
