export type { Audit, NewAuditEntry } from '../../../main/audit/audit.ts';
export { exportAudit } from '../../../main/audit/export-audit.ts';
export { openAudit } from '../../../main/audit/open-audit.ts';
