export { save as saveProfile, startNew, type as typeForm } from '../../../../renderer/features/settings/actions.ts';
export { emptyForm, formOf, profileOf } from '../../../../renderer/features/settings/profile-form.ts';
export { withStoredSince } from '../../../../renderer/features/settings/search-form.ts';
export { useSettings } from '../../../../renderer/features/settings/store.ts';
export {
  clearSavedSecret,
  loneSecret,
  typedSecrets,
  typeLoneSecret,
  typeSecret,
} from '../../../../renderer/features/settings/typed-secrets.ts';
export { cannotAsk, choosePart, partChoice } from '../../../../renderer/features/settings/validation-form.ts';
