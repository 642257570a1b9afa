import { textsOf } from '../../../../main/platform/i18n/texts.ts';
import { type Namespace, namespaces } from '../../../../renderer/i18n/resources.ts';
import { languages } from '../../../../shared/i18n/languages.ts';

export { startI18n } from '../../../../renderer/i18n/index.ts';
export { useProblemWords } from '../../../../renderer/i18n/problem-words.ts';

export { followJobs, holdOf, holdOfJob, loadJobsOf, mayTryNow, useJobs } from '../../../../renderer/state/jobs.ts';
export { inOrderOfMain, newestFirst, readPages, withNewest, withPage } from '../../../../renderer/state/page-rows.ts';
export { createPagedList } from '../../../../renderer/state/paged-list.ts';
export { createRemote, createRemotes } from '../../../../renderer/state/remote.ts';
export { certificateExpiry } from '../../../../renderer/state/web-service.ts';
export { flushWorkspace, followPart, loadWorkspace, saveSoon } from '../../../../renderer/state/workspace.ts';

/** All texts of the page, by language and namespace. */
export const resources = Object.fromEntries(
  languages.map((language) => [language, Object.fromEntries(namespaces.map((name) => [name, textsOf(language, name as Namespace)]))]),
);
