export { bottomLineOf } from '../../../main/verification/bottom-line.ts';
export { checkSignature } from '../../../main/verification/check-signature.ts';
export { verifyPdf } from '../../../main/verification/verify-pdf.ts';
export { signerOfProcess } from '../../../practice/certificate.ts';
export { detachedSignature } from '../../../practice/cms.ts';
export type { Finding, VerificationReport } from '../../../shared/domain/verification.ts';
