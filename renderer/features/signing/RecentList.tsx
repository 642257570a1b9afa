/** What was opened last, under the buttons of the empty page. */
import { FileText, Folder } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/index.ts';
import { forgetOpening, nameOfOpening, recentOpenings, reopen } from './recent.ts';

/** Entries here; the palette and the menu have all. */
const maxShown = 5;

export function RecentList() {
  const { t } = useTranslation('signing');
  const openings = recentOpenings.use(({ value }) => value) ?? [];
  if (openings.length === 0) return null;
  return (
    <section className="sign-recent" aria-labelledby="sign-recent">
      <div className="sign-recent-head">
        <h3 id="sign-recent">{t('recent.title')}</h3>
        <Button variant="link" size="small" onPress={() => void forgetOpening(null)}>
          {t('recent.clear')}
        </Button>
      </div>
      <ul>
        {openings.slice(0, maxShown).map((opening) => {
          const Icon = opening.isFolder ? Folder : FileText;
          return (
            <li key={opening.id}>
              <Button variant="quiet" className="sign-recent-entry" onPress={() => void reopen(opening.id)}>
                <Icon size={16} aria-hidden="true" />
                <span className="sign-recent-name truncate">{nameOfOpening(opening, t)}</span>
                <span className="sign-recent-folder truncate" title={opening.folder}>
                  <bdi>{opening.folder}</bdi>
                </span>
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
