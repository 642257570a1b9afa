/** The panel's latest screenings. A press shows the stored answer; the provider is not asked again. */
import { useTranslation } from 'react-i18next';
import { shownOf } from './derive.ts';
import { looks } from './looks.ts';
import { recentScreenings, useScreening } from './store.ts';
import { shortTime } from './words.ts';

export function RecentScreenings() {
  const { t } = useTranslation('screening');
  const recent = recentScreenings.use(({ value }) => value) ?? [];
  const shownId = useScreening((state) => state.shownId);
  if (recent.length === 0) return null;
  return (
    <section className="scr-recent" aria-labelledby="scr-recent-title">
      <h2 id="scr-recent-title">{t('recent.title')}</h2>
      <ul>
        {recent.map((one) => {
          const shown = shownOf(one);
          const { icon: Icon, tone } = looks[shown];
          return (
            <li key={one.id}>
              <button
                type="button"
                aria-current={one.id === shownId ? 'true' : undefined}
                onClick={() => useScreening.setState({ shownId: one.id, refused: null })}
              >
                <Icon size={15} aria-hidden="true" className={`scr-tone-${tone}`} />
                <span className="scr-recent-name" title={one.query.name}>
                  {one.query.name === '' ? t('answer.noName') : one.query.name}
                </span>
                <span className="scr-recent-what">{[t(`outcome.${shown}.word`), shortTime(one.askedAt)].filter(Boolean).join(' · ')}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
