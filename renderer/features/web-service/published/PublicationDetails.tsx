/** The details of a published document: customer, duration, every fetch, and the actions. */
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Publication } from '../../../../shared/domain/web-service/web-service.ts';
import { FactList } from '../../../components/FactList.tsx';
import { ProblemBanner } from '../../../components/index.ts';
import { fullTime, sizeWords } from '../../../i18n/formats.ts';
import { CopiedText } from '../CopiedText.tsx';
import { AtHub, PublicationActs, PublicationTag } from './PublicationRow.tsx';

function Fetches({ fetches }: Pick<Publication, 'fetches'>) {
  const { t } = useTranslation('inbox', { keyPrefix: 'published' });
  return (
    <section className="inbox-versions" aria-label={t('fetches')}>
      <h3>{t('fetches')}</h3>
      {fetches.length === 0 ? (
        <p className="ui-help">{t('neverFetched')}</p>
      ) : (
        <ol>
          {fetches.map(({ at, user, complete }) => (
            <li key={`${at} ${user}`} className={complete ? 'inbox-fetch' : 'inbox-fetch inbox-fetch-cut'}>
              {complete ? <CircleCheck size={14} aria-hidden="true" /> : <TriangleAlert size={14} aria-hidden="true" />}
              {t(complete ? 'fetch' : 'fetchCut', { at: fullTime(at), user })}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

export function PublicationDetails({ publication, onOpenVisit }: { publication: Publication; onOpenVisit: (visitId: string) => void }) {
  const { t } = useTranslation('inbox', { keyPrefix: 'published' });
  const { t: words } = useTranslation(['inbox', 'service']);
  const { name, keys, once, by, source, publishedAt, size, sha256, problem, fetches } = publication;
  const facts = [
    ...keys.map(({ kind, value }) => [words(`service:kinds.${kind}`), value] as const),
    [t('fact.how'), words(once ? 'publishing.fact.once' : 'publishing.fact.until')],
    [t('fact.publishedAt'), fullTime(publishedAt)],
    [t('fact.by'), source === 'folder' ? t('folder') : by],
    [words('item.fact.size'), sizeWords(size)],
    [words('item.fact.sha256'), <CopiedText key="sha256" text={sha256} label={words('item.copy.sha256')} />],
  ] as const;
  return (
    <article className="ui-card inbox-card">
      <div className="ui-card-head">
        <h2 tabIndex={-1}>{name}</h2>
        <PublicationTag publication={publication} />
      </div>
      <PublicationActs publication={publication} onOpenVisit={onOpenVisit} />
      {problem && <ProblemBanner problem={problem} />}
      <AtHub publication={publication} />
      <Fetches fetches={fetches} />
      <FactList className="inbox-facts" facts={facts} />
    </article>
  );
}
