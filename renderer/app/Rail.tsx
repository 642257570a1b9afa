/** The areas, at the left edge, each with the count of what waits for a person. */
import { PenLine, Settings as SettingsIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useWaiting } from '../features/signing/index.ts';
import { useInfo } from '../info.ts';
import { keysLabel } from '../ui/index.ts';
import { goTo, useView, type View } from './view.ts';

const areas = [
  { view: 'sign', icon: PenLine, keys: 'mod+1' },
  { view: 'settings', icon: SettingsIcon, keys: 'mod+2' },
] as const;

export function Rail() {
  const { t } = useTranslation('app');
  const view = useView((state) => state.view);
  const waiting: Record<View, number> = { sign: useWaiting(), settings: useInfo().keychainProblem ? 1 : 0 };
  return (
    <nav className="app-rail" aria-label={t('rail.label')}>
      {areas.map(({ view: area, icon: Icon, keys }) => (
        <button
          key={area}
          type="button"
          aria-current={view === area ? 'page' : undefined}
          title={`${t(`rail.${area}`)} (${keysLabel(keys)})`}
          onClick={() => goTo(area)}
        >
          <span className="app-rail-icon">
            <Icon size={20} strokeWidth={1.8} aria-hidden="true" />
            {waiting[area] > 0 && (
              <span className="app-rail-count">
                {waiting[area]}
                <span className="sr-only"> {t('rail.waiting')}</span>
              </span>
            )}
          </span>
          {t(`rail.${area}`)}
        </button>
      ))}
    </nav>
  );
}
