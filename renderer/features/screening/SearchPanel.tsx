/** The form of a screening, and its answer. */
import './form.css';
import { Plug, UserSearch } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner, Button, EmptyState, ProblemBanner } from '../../components/index.ts';
import { useFind } from '../../components/use-find.ts';
import { useInfo } from '../../state/info.ts';
import { search } from './actions.ts';
import { ClerkName } from './ClerkName.tsx';
import { RecentScreenings } from './RecentScreenings.tsx';
import { RunningSearch } from './RunningSearch.tsx';
import { ScreeningResult } from './result/ScreeningResult.tsx';
import { SearchForm } from './SearchForm.tsx';
import { useScreening } from './store.ts';
import { useFocusWhenGone } from './use-focus-when-gone.ts';

function Answer() {
  const { t } = useTranslation('screening');
  const { running, refused, shownId } = useScreening();
  if (running) return <RunningSearch running={running} />;
  if (refused) {
    return (
      <div className="scr-pad">
        <ProblemBanner problem={refused} alert actions={<Button onPress={() => void search()}>{t('failed.again')}</Button>} />
      </div>
    );
  }
  if (shownId) return <ScreeningResult key={shownId} id={shownId} />;
  return (
    <EmptyState icon={UserSearch} title={t('empty.title')}>
      {t('empty.words')}
    </EmptyState>
  );
}

/** Moves the focus to the answer when it arrives, if the clerk did nothing else in the meantime. */
function useFocusOnAnswer(side: React.RefObject<HTMLElement | null>, answer: React.RefObject<HTMLElement | null>): void {
  const running = useScreening((state) => state.running !== null);
  const ran = useRef(false);
  useEffect(() => {
    if (ran.current && !running) {
      const at = document.activeElement;
      if (at === document.body || side.current?.querySelector('form')?.contains(at)) answer.current?.querySelector('h2')?.focus();
    }
    ran.current = running;
  }, [running, side, answer]);
}

type Props = { onOpenSettings: () => void; onOpenVisit: (id: string) => void };

export function SearchPanel({ onOpenSettings, onOpenVisit }: Props) {
  const { t } = useTranslation('screening');
  const { canSearch } = useInfo();
  const shownId = useScreening((state) => state.shownId);
  const side = useRef<HTMLDivElement>(null);
  const answer = useRef<HTMLElement>(null);
  useFocusOnAnswer(side, answer);
  useFind(side);
  useFocusWhenGone(shownId, side);
  return (
    <div className="scr-panes">
      <div className="scr-side" ref={side}>
        {!canSearch && (
          <Banner
            tone="doubt"
            what={t('notSetUp.what')}
            why={t('notSetUp.why')}
            actions={
              <Button size="small" icon={Plug} onPress={onOpenSettings}>
                {t('notSetUp.settings')}
              </Button>
            }
          />
        )}
        <SearchForm onOpenVisit={onOpenVisit} />
        <ClerkName />
        <RecentScreenings />
      </div>
      <section className="scr-answer" aria-label={t('answer.label')} ref={answer}>
        <Answer />
      </section>
    </div>
  );
}
