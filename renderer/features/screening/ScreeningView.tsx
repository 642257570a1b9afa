/** Screening: the panel, the history, and bulk screening, which is supplied from outside. */
import './screening.css';
import { History, ListChecks, UserSearch } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TabbedArea } from '../../components/TabbedArea.tsx';
import { HistoryPanel } from './history/HistoryPanel.tsx';
import { ScreeningPanel } from './ScreeningPanel.tsx';
import { type Section, useScreening } from './store.ts';

type Props = { bulk: ReactNode; onOpenSettings: () => void; onOpenVisit: (id: string) => void };

export function ScreeningView({ bulk, onOpenSettings, onOpenVisit }: Props) {
  const { t } = useTranslation('screening');
  const section = useScreening((state) => state.section);
  const panels = {
    single: { icon: UserSearch, panel: <ScreeningPanel onOpenSettings={onOpenSettings} onOpenVisit={onOpenVisit} /> },
    history: { icon: History, panel: <HistoryPanel /> },
    bulk: { icon: ListChecks, panel: bulk },
  } as const satisfies Record<Section, unknown>;
  return (
    <TabbedArea
      title={t('title')}
      label={t('sections.label')}
      tabs={(['single', 'history', 'bulk'] as const).map((id) => ({ id, words: t(`sections.${id}`), ...panels[id] }))}
      chosen={section}
      onChoose={(chosen) => useScreening.setState({ section: chosen })}
    />
  );
}
