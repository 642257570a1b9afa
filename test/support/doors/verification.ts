export { checkSignature } from '../../../main/verification/check-signature.ts';
export { makeSigner } from '../../../practice/certificate.ts';
export { detachedSignature } from '../../../practice/cms.ts';
