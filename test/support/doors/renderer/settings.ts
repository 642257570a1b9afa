export { emptyForm, formOf, profileOf } from '../../../../renderer/features/settings/profile-form.ts';
export { withStoredSince } from '../../../../renderer/features/settings/search-form.ts';
export { cannotAsk, choosePart, partChoice } from '../../../../renderer/features/settings/validation-form.ts';
