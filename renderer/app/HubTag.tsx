/** The hub in the bar of an enrolled station: its state, and the number of things that wait to go there. */
import { useTranslation } from 'react-i18next';
import type { HubState } from '../../shared/domain/web-service/hub-state.ts';
import { Button, StatusTag } from '../components/index.ts';
import { showHubSettings } from '../features/settings/store.ts';
import { useProblemWords } from '../i18n/problem-words.ts';
import { hubLooks, waitingAtHub } from '../state/hub-looks.ts';
import { goTo } from './view.ts';

export function HubTag({ state, is }: { state: HubState; is: Exclude<HubState['state'], 'none'> }) {
  const { t } = useTranslation('hub');
  const problemWords = useProblemWords();
  const { problem } = state;
  const waiting = waitingAtHub(state);
  const help = problem === null ? { what: t(`state.means.${is}`), do: '' } : problemWords(problem);
  const open = () => {
    showHubSettings();
    goTo('settings');
  };
  return (
    <Button variant="quiet" size="small" onPress={open} className="app-connection app-hub">
      <span className="app-connection" title={[help.what, help.do].filter(Boolean).join(' ')}>
        <span className="sr-only">{t('bar.label')}</span>
        <StatusTag {...hubLooks[is]} spin={is === 'connecting'}>
          {[t(`bar.is.${is}`), ...(waiting > 0 ? [t('bar.waiting', { count: waiting })] : [])].join(' · ')}
        </StatusTag>
      </span>
    </Button>
  );
}
