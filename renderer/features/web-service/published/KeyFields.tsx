/** The recipient of a document: one of the four fields is enough; each filled field must not be contradicted. */
import { useTranslation } from 'react-i18next';
import { maxKeyLength, publicationKeyKinds } from '../../../../shared/domain/web-service.ts';
import { TextField } from '../../../components/index.ts';
import type { TypedKeys } from './keys.ts';

type Props = { typed: TypedKeys; onChange: (typed: TypedKeys) => void; missing: boolean };

export function KeyFields({ typed, onChange, missing }: Props) {
  const { t } = useTranslation('inbox', { keyPrefix: 'publishing.dialog' });
  return (
    <fieldset className="pub-fields">
      <legend className="ui-label">{t('forWhom')}</legend>
      <p className="ui-help">{t('forWhomHelp')}</p>
      <div className="pub-key-fields">
        {publicationKeyKinds.map((kind) => (
          <TextField
            key={kind}
            label={t(`field.${kind}`)}
            value={typed[kind]}
            onChange={(value) => onChange({ ...typed, [kind]: value })}
            maxLength={maxKeyLength}
            autoFocus={kind === 'identification'}
            errorMessage={missing && kind === 'identification' ? t('missing') : undefined}
          />
        ))}
      </div>
    </fieldset>
  );
}
