/** Makes a key that does not exist a type error. */
import 'i18next';
import type { Words } from './resources.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: Words;
  }
}
