export { resources } from '../../../../renderer/i18n/resources.ts';
export { heldBy, holdOf, mayTryNow } from '../../../../renderer/jobs/hold.ts';
export { createLiveList, newestFirst, withTold } from '../../../../renderer/live-list.ts';
export { certificateStands } from '../../../../renderer/service-state/certificate.ts';
export { readStretches, withStretch } from '../../../../renderer/stretches.ts';
