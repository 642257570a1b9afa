/** A file or folder: chosen in the system's dialog, which main opens and saves at once. */
import { CircleAlert, FileKey2, FolderOpen } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/index.ts';
import { choosePath } from './actions.ts';
import { useFieldError } from './fields.tsx';
import type { PathField as PathName } from './service-form.ts';
import { useServiceSettings } from './store.ts';

export function PathField({ name }: { name: PathName }) {
  const { t } = useTranslation('service');
  const path = useServiceSettings()?.[name] ?? '';
  const error = useFieldError(name);
  const id = useId();
  const label = t(`paths.${name}.label`);
  const choose = t(name === 'watchedFolder' ? 'paths.chooseFolder' : 'paths.chooseFile');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in the grid as the labels beside it do
    <div className="ui-field" role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-help ${id}-error`}>
      <span className="ui-label" id={`${id}-label`}>
        {label}
      </span>
      <div className="set-secret-line">
        <span className="set-path">{path || t('paths.none')}</span>
        <Button
          size="small"
          icon={name === 'watchedFolder' ? FolderOpen : FileKey2}
          aria-label={t('paths.actName', { act: choose, name: label })}
          data-faulty={error !== undefined || undefined}
          onPress={() => void choosePath(name, false)}
        >
          {choose}
        </Button>
        {path !== '' && (
          <Button
            size="small"
            variant="quiet"
            aria-label={t('paths.actName', { act: t('paths.clear'), name: label })}
            onPress={() => void choosePath(name, true)}
          >
            {t('paths.clear')}
          </Button>
        )}
      </div>
      <span className="ui-help" id={`${id}-help`}>
        {t(`paths.${name}.help`)}
      </span>
      <span id={`${id}-error`} className="svc-path-error" role="alert">
        {error !== undefined && (
          <span className="ui-error">
            <CircleAlert size={13} aria-hidden="true" />
            <span>{error}</span>
          </span>
        )}
      </span>
    </div>
  );
}
