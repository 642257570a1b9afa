/** The public interface of verification: all exports for other areas. */

export { changesAfter } from './changes/changes-after.ts';
export { checkSignature } from './check-signature.ts';
export { bottomLineOf, unreadableReport } from './conclude.ts';
export { findSignatures } from './find-signatures.ts';
export { makeReport, type ReportFacts, reportName } from './report/make-report.ts';
export { noRoots, type Roots, readRoots } from './roots.ts';
export { createFileVerifier, type FileTrust, type FileVerifier, maxVerifiedBytes } from './verify-files.ts';
export { type Expectation, type OnPage, verifyPdf } from './verify-pdf.ts';
