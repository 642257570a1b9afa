/** The state of the service: icon, word and colour. */
import { useTranslation } from 'react-i18next';
import type { ServiceState } from '../../../../shared/domain/web-service.ts';
import { StatusTag } from '../../../components/index.ts';
import { passes, stateLooks } from '../../../state/web-service/index.ts';

export function StateTag({ state }: Pick<ServiceState, 'state'>) {
  const { t } = useTranslation('inbox');
  return (
    <StatusTag {...stateLooks[state]} spin={passes(state)}>
      {t(`service.short.${state}`)}
    </StatusTag>
  );
}
