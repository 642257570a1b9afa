export { resources } from '../../../../renderer/i18n/resources.ts';
export { heldBy, holdOf, mayTryNow } from '../../../../renderer/jobs/hold.ts';
export { canSendAgain, jobStatus } from '../../../../renderer/jobs/job-status.ts';
export { progressOf, timeLeft } from '../../../../renderer/jobs/progress.ts';
export { createLiveList, withTold } from '../../../../renderer/live-list.ts';
export { certificateStands } from '../../../../renderer/service-state/certificate.ts';
export { readStretches, withStretch } from '../../../../renderer/stretches.ts';
