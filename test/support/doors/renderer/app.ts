import { textsOf } from '../../../../main/platform/i18n/texts.ts';
import { type Namespace, namespaces } from '../../../../renderer/i18n/resources.ts';
import { languages } from '../../../../shared/i18n/languages.ts';

export { holdOf, holdOfJob, mayTryNow } from '../../../../renderer/state/jobs/hold.ts';
export { createLiveList, newestFirst, withUpdates } from '../../../../renderer/state/live-list.ts';
export { readStretches, withStretch } from '../../../../renderer/state/stretches.ts';
export { certificateStands } from '../../../../renderer/state/web-service/certificate.ts';

/** All texts of the page, by language and namespace. */
export const resources = Object.fromEntries(
  languages.map((language) => [language, Object.fromEntries(namespaces.map((name) => [name, textsOf(language, name as Namespace)]))]),
);
