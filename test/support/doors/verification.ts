export { checkSignature } from '../../../main/verification/check-signature.ts';
export { signerOfProcess } from '../../../practice/certificate.ts';
export { detachedSignature } from '../../../practice/cms.ts';
