/** One published document in a short list: its name and state, customer, number of fetches, and the actions. */
import './publishing.css';
import { TriangleAlert } from 'lucide-react';
import type { Publication } from '../../../../shared/domain/web-service.ts';
import { FileName } from '../../../components/index.ts';
import { useProblemWords } from '../../../i18n/problem-words.ts';
import { PublicationActs } from './PublicationActs.tsx';
import { PublicationTag } from './PublicationTag.tsx';
import { usePublicationWords } from './words.ts';

/** A list item; `onOpenVisit` is omitted on the page of the visit. */
export function PublicationRow({ publication, onOpenVisit }: { publication: Publication; onOpenVisit?: (visitId: string) => void }) {
  const words = usePublicationWords();
  const problemWords = useProblemWords();
  const { whole, cut } = words.fetched(publication);
  return (
    <li className="pub-row">
      <div className="pub-head">
        <span className="pub-name">
          <FileName name={publication.name} />
        </span>
        <PublicationTag publication={publication} />
      </div>
      <p className="pub-keys">{words.keys(publication.keys)}</p>
      <p className="pub-facts">{words.facts(publication)}</p>
      {whole !== '' && <p className="pub-fetched">{whole}</p>}
      {cut !== '' && (
        <p className="pub-cut">
          <TriangleAlert size={13} aria-hidden="true" />
          {cut}
        </p>
      )}
      {publication.problem && <p className="pub-fetched">{problemWords(publication.problem).what}</p>}
      <PublicationActs publication={publication} {...(onOpenVisit ? { onOpenVisit } : {})} />
    </li>
  );
}
