export { type SecretName, secretNames, serviceEventKinds } from '../../../shared/domain/closed-lists.ts';
export { type StationDocument, stationDocumentSchema } from '../../../shared/domain/documents/document.ts';
export { documentRemarks } from '../../../shared/domain/documents/document-remarks.ts';
export { dropOldest } from '../../../shared/domain/drop-oldest.ts';
export { maxPageRows } from '../../../shared/domain/max-page-rows.ts';
export { isOfOtherName, matchingRanges, sameName, similarName } from '../../../shared/domain/names.ts';
export { parsePieces } from '../../../shared/domain/pieces.ts';
export type { Box, PageFacts, Rotation } from '../../../shared/domain/placement/geometry.ts';
export {
  anchorSchema,
  type PlacementConvention,
  type PlacementRule,
  placementConventionSchema,
  wirePlacementSchema,
} from '../../../shared/domain/placement/placement.ts';
export { inverse, mapBox } from '../../../shared/domain/placement/placement-affine.ts';
export { displayedSize, fromUserSpace, fromWire, toUserSpace, toWire } from '../../../shared/domain/placement/placement-convert.ts';
export {
  conventionsThatFit,
  distance,
  distinguishingProbe,
  isOnPage,
  isSameConvention,
  type Landing,
  placeUnder,
  tolerance,
  usualConventions,
} from '../../../shared/domain/placement/placement-finder.ts';
export { wireFrame } from '../../../shared/domain/placement/placement-frames.ts';
export { displayedFromRule, fitRule, resolveRule, ruleFromDisplayed } from '../../../shared/domain/placement/placement-rule.ts';
export { type PlacementTest, placementTestCalls } from '../../../shared/domain/placement/placement-test.ts';
export {
  faceVerdictSchema,
  imageTypes,
  mismatchKinds,
  type RecordField,
  type RecordFile,
  type RecordImage,
  type RecordReading,
  type RecordSummary,
  type RecordView,
  type RecordWish,
  recordReadingSchema,
} from '../../../shared/domain/records/record.ts';
export { writtenTimeWords } from '../../../shared/domain/records/written-time.ts';
export {
  type ColumnMapping,
  encodings,
  type Run,
  type RunPace,
  type TableCheck,
  type TableOptions,
  type TablePreview,
} from '../../../shared/domain/screening/bulk-screening.ts';
export { matchReasons } from '../../../shared/domain/screening/match-reasons.ts';
export {
  answerDifferenceSchema,
  type Match,
  matchSchema,
  maxLengths,
  otherDataSchema,
  outcomeSchema,
  rowFaults,
  type ScreeningFilter,
  type ScreeningQuery,
  type ScreeningServiceState,
  type ScreeningSummary,
  type ScreeningView,
  type SourceName,
  type SourceResult,
  type SourceState,
  screeningStateSchema,
  screeningViewSchema,
  sourceNames,
  sourceResultSchema,
  sourceStateSchema,
  verdictSchema,
} from '../../../shared/domain/screening/screening.ts';
export {
  listedColumns,
  resultReasons,
  resultWords,
  type ScreeningResult,
  screenColumns,
} from '../../../shared/domain/screening/screening-result.ts';
export {
  gapsOf,
  networkSchema,
  type Profile,
  type ProfileInput,
  partsOf,
  profileSchema,
  type SigningProfile,
  type StoredProfile,
  searchProfileSchema,
  secretAddresses,
  signingProfileSchema,
  storedProfileSchema,
  validationProfileSchema,
} from '../../../shared/domain/settings/profile.ts';
export { type Language, languageSchema, settingsSchema } from '../../../shared/domain/settings/settings.ts';
export { emptyWorkspace, hasInput, type Workspace, workspaceSchema } from '../../../shared/domain/settings/workspace.ts';
export { canSendAgain, isUnderWay, jobStatus } from '../../../shared/domain/signing/job-status.ts';
export type { QueueState } from '../../../shared/domain/signing/queue.ts';
export {
  acts,
  countActs,
  type GroupCounts,
  groupOf,
  groups,
  may,
  noFilter,
  orderOf,
  type QueueFilter,
  sumOfActs,
} from '../../../shared/domain/signing/queue-list.ts';
export type { QueueSummary } from '../../../shared/domain/signing/queue-list-schemas.ts';
export {
  type BatchDocument,
  type BatchFault,
  type DocumentStatus,
  documentStatusSchema,
  type SigningJob,
  signingJobSchema,
} from '../../../shared/domain/signing/signing.ts';
export { foldedText, identificationKey, nameParts, transactionKey } from '../../../shared/domain/text-folding.ts';
export type { ProviderRule } from '../../../shared/domain/verification/provider-rule.ts';
export {
  maxRootsLength,
  type VerificationSettings,
  verificationSettingsSchema,
} from '../../../shared/domain/verification/verification-settings.ts';
export { type Finding, type Policy, policySchema, ruleNames } from '../../../shared/domain/visits/policy.ts';
export {
  type EvidenceResult,
  type VisitDetails,
  type VisitDocument,
  type VisitEvent,
  type VisitFilter,
  type VisitSummary,
  type VisitView,
  visitEventKinds,
} from '../../../shared/domain/visits/visit.ts';
export {
  type Compared,
  comparedSchema,
  type InboxFilter,
  type InboxItem,
  type Publication,
  type PublicationFilter,
  type PublicationKey,
  type PublicationKeyKind,
  publicationKeyKinds,
  type ServiceEvent,
  type ServiceEventKind,
  type ServiceSettings,
  selfTestSteps,
  serviceChangeSchema,
  serviceSettingsSchema,
} from '../../../shared/domain/web-service/web-service.ts';
