/** Saves a paper: one button for each language. */
import './language-buttons.css';
import type { Language } from '../../shared/domain/settings/settings.ts';
import { languages } from '../../shared/i18n/languages.ts';
import { languageName } from '../i18n/index.ts';
import { Button } from './Button.tsx';

type Props = {
  /** What is saved. */
  label: string;
  /** Returns the words of a button. `name`: the language's, as it is written within a sentence. */
  words: (name: string) => string;
  onSave: (language: Language) => void;
};

export function LanguageButtons({ label, words, onSave }: Props) {
  return (
    <fieldset className="ui-languages">
      <legend>{label}</legend>
      {languages.map((language) => (
        <Button key={language} size="small" onPress={() => onSave(language)}>
          {words(languageName(language))}
        </Button>
      ))}
    </fieldset>
  );
}
