/** The state of the service: icon, word and colour. */
import { useTranslation } from 'react-i18next';
import type { ServiceState } from '../../../../shared/domain/web-service.ts';
import { StatusTag } from '../../../components/index.ts';
import { isTransitional, stateLooks } from '../../../state/web-service.ts';

export function StateTag({ state }: Pick<ServiceState, 'state'>) {
  const { t } = useTranslation('inbox');
  return (
    <StatusTag {...stateLooks[state]} spin={isTransitional(state)}>
      {t(`service.short.${state}`)}
    </StatusTag>
  );
}
