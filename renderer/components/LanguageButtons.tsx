/** Saves a paper: one button for each language. */
import './language-buttons.css';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../shared/domain/settings/settings.ts';
import { languages } from '../../shared/i18n/languages.ts';
import { languageName } from '../i18n/index.ts';
import { Button } from './Button.tsx';

type Props = {
  /** What is saved. */
  label: string;
  onSave: (language: Language) => void;
};

export function LanguageButtons({ label, onSave }: Props) {
  const { t } = useTranslation('dialogs');
  return (
    <fieldset className="ui-languages">
      <legend>{label}</legend>
      {languages.map((language) => (
        <Button key={language} size="small" onPress={() => onSave(language)}>
          {t('inLanguage', { language: languageName(language) })}
        </Button>
      ))}
    </fieldset>
  );
}
