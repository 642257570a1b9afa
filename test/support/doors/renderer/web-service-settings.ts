export { entriesOf, isOutside, isRange, unfinished, unusable } from '../../../../renderer/features/settings/service/addresses.ts';
export { suggested, toggled } from '../../../../renderer/features/settings/service/compared.ts';
export { exampleNames } from '../../../../renderer/features/settings/service/example-names.ts';
export { problemField } from '../../../../renderer/features/settings/service/problem-field.ts';
export { changeOf, faultsOf, formOf, type ServiceForm, stillTyped } from '../../../../renderer/features/settings/service/service-form.ts';
