export type { Audit, NewAuditEntry } from '../../../main/features/audit/audit-log.ts';
export { exportAudit } from '../../../main/features/audit/export-audit.ts';
export { openAudit } from '../../../main/features/audit/open-audit.ts';
