export { decodeBase64 } from '../../../main/platform/json/base64-stream.ts';
export type { SystemNetwork } from '../../../main/platform/provider/account.ts';
export { brokenRule, certificateRules, keyRule, pkcs12Rule } from '../../../main/platform/provider/certificate-rules.ts';
export type { CallOutcome } from '../../../main/platform/provider/classify-failure.ts';
export { refused, statusOutcome } from '../../../main/platform/provider/classify-failure.ts';
export { decodeAnswer } from '../../../main/platform/provider/decode-answer.ts';
export { proxyOf } from '../../../main/platform/provider/dispatchers.ts';
export { mendHead } from '../../../main/platform/provider/mend-head.ts';
export { createPieceMender } from '../../../main/platform/provider/mend-pieces.ts';
export type { SentContent } from '../../../main/platform/provider/multipart-form.ts';
export { createMultipartForm } from '../../../main/platform/provider/multipart-form.ts';
export { connectionProblem, errorCode } from '../../../main/platform/provider/network-problems.ts';
export {
  cleanText,
  explanationIn,
  explanationOf,
  listenTo,
  refusalText,
  retryAfter,
} from '../../../main/platform/provider/provider-text.ts';
export { connectSearch, type SearchOutcome } from '../../../main/platform/provider/search.ts';
export { secretInUse, secretsIn, withoutSecrets, withoutSecretsIn } from '../../../main/platform/provider/secrets-in-use.ts';
export { readSignAnswer } from '../../../main/platform/provider/sign-answer.ts';
export type { SigningCall } from '../../../main/platform/provider/sign-documents.ts';
export {
  connectSigning,
  type SigningConnection,
  type SigningDeps,
  type SigningLease,
} from '../../../main/platform/provider/sign-documents.ts';
export { usableMs } from '../../../main/platform/provider/token.ts';
export { createUnreadBody } from '../../../main/platform/provider/unread-body.ts';
export { readRecordAnswer } from '../../../main/platform/provider/validation-answer.ts';
export {
  canValidate,
  connectValidation,
  filledAddress,
  type RecordOptions,
  type ValidationAccess,
} from '../../../main/platform/provider/validation-query.ts';
export type { IncomingStore } from '../../../main/platform/storage/incoming.ts';
