export { bottomLineOf } from '../../../main/verification/bottom-line.ts';
export { checkSignature } from '../../../main/verification/check-signature.ts';
export { openPdfFile } from '../../../main/verification/pdf/pdf-file.ts';
export { strayObjects } from '../../../main/verification/pdf/stray-objects.ts';
export { createReader, PdfFault } from '../../../main/verification/pdf/syntax.ts';
export { verifyPdf } from '../../../main/verification/verify-pdf.ts';
export { signerOfProcess } from '../../../practice/certificate.ts';
export { detachedSignature } from '../../../practice/cms.ts';
export type { Finding, VerificationReport } from '../../../shared/domain/verification.ts';
