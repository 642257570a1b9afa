/** How the service stands, in a word: icon, word and colour. */
import { CircleAlert, CircleCheck, LoaderCircle, type LucideIcon, PowerOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ServiceState } from '../../../../shared/domain/client-service.ts';
import { StatusTag, type Tone } from '../../../ui/index.ts';

type State = ServiceState['state'];

export const stateLooks: Record<State, { tone: Tone; icon: LucideIcon }> = {
  off: { tone: 'quiet', icon: PowerOff },
  starting: { tone: 'busy', icon: LoaderCircle },
  running: { tone: 'good', icon: CircleCheck },
  stopping: { tone: 'busy', icon: LoaderCircle },
  failed: { tone: 'bad', icon: CircleAlert },
};

export const passes = (state: State): boolean => state === 'starting' || state === 'stopping';

export function StateTag({ state }: { state: State }) {
  const { t } = useTranslation('inbox');
  return (
    <StatusTag {...stateLooks[state]} spin={passes(state)}>
      {t(`service.short.${state}`)}
    </StatusTag>
  );
}
