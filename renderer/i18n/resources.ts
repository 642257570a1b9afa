/** The texts of the page, by language and area, loaded when they are needed. The build joins those of a language in two files. */
import type { Language } from '../../shared/domain/settings/settings.ts';
import type { Texts } from '../../shared/i18n/texts.ts';

/** Areas of papers, command line and the operating system's menus and dialogs, which main shows. */
type OfMain = 'certificate' | 'cli' | 'evidence' | 'paper' | 'recordPaper' | 'shell';
export type Words = Omit<Texts, OfMain>;
export type Namespace = keyof Words;

const files = import.meta.glob<Words[Namespace]>(['./*/*.json', '!./*/{certificate,cli,evidence,paper,recordPaper,shell}.json'], {
  base: '../../shared/i18n',
  import: 'default',
});

export const namespaces = [...new Set(Object.keys(files).map((path) => path.slice(path.lastIndexOf('/') + 1, -'.json'.length)))];

/** Returns the texts. @throws when the language has no such file */
export async function loadWords<N extends Namespace>(language: Language, namespace: N): Promise<Words[N]> {
  const load = files[`./${language}/${namespace}.json`];
  if (!load) throw new Error(`no texts of ${namespace} in ${language}`);
  return (await load()) as Words[N];
}
