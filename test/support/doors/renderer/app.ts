import { first as firstEn } from '../../../../renderer/i18n/first-en.ts';
import { first as firstEs } from '../../../../renderer/i18n/first-es.ts';
import { rest as restEn } from '../../../../renderer/i18n/rest-en.ts';
import { rest as restEs } from '../../../../renderer/i18n/rest-es.ts';

export { holdOf, holdOfJob, mayTryNow } from '../../../../renderer/state/jobs/hold.ts';
export { createLiveList, newestFirst, withUpdates } from '../../../../renderer/state/live-list.ts';
export { readStretches, withStretch } from '../../../../renderer/state/stretches.ts';
export { certificateStands } from '../../../../renderer/state/web-service/certificate.ts';

/** All words of the page, by language and namespace. */
export const resources = { es: { ...firstEs, ...restEs }, en: { ...firstEn, ...restEn } };
