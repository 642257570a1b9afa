export { PublicationActs } from './PublicationActs.tsx';
export { PublicationRow } from './PublicationRow.tsx';
export { PublicationTag, shownOf } from './PublicationTag.tsx';
export { PublishDialog } from './PublishDialog.tsx';
export { followPublications, publications, usePublications, usePublicationsOf } from './store.ts';
export { usePublicationWords } from './words.ts';
