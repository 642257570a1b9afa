/**
 * The texts of the page, by language and namespace, loaded when they are needed. Spanish is the reference: English must have the same
 * shape.
 */
import type { Language } from '../../shared/domain/settings.ts';
import type { first } from './first-es.ts';
import type { rest } from './rest-es.ts';

export type Words = typeof first & typeof rest;
export type Namespace = keyof Words;

const parts = {
  es: {
    first: async (): Promise<Partial<Words>> => (await import('./first-es.ts')).first,
    rest: async (): Promise<Partial<Words>> => (await import('./rest-es.ts')).rest,
  },
  en: {
    first: async (): Promise<Partial<Words>> => (await import('./first-en.ts')).first,
    rest: async (): Promise<Partial<Words>> => (await import('./rest-en.ts')).rest,
  },
};

/** Namespaces of the `first` files. */
export const firstNamespaces = ['app', 'jobs', 'pdf', 'signing', 'statuses', 'ui'] as const satisfies readonly (keyof typeof first)[];
export const laterNamespaces = [
  'causes',
  'customers',
  'inbox',
  'bulk',
  'problems',
  'queue',
  'record',
  'recordView',
  'screening',
  'service',
  'settings',
  'verification',
  'verify',
] as const satisfies readonly (keyof typeof rest)[];
const isFirst = (namespace: Namespace): boolean => firstNamespaces.some((one) => one === namespace);

export async function loadWords<N extends Namespace>(language: Language, namespace: N): Promise<Words[N]> {
  const part = parts[language];
  const words = (await (isFirst(namespace) ? part.first() : part.rest()))[namespace];
  if (!words) throw new Error(`no words of ${namespace}`);
  return words;
}
